"""Standing orders: stored while waiting, tried when the turn comes, closed with a reason."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.errors import DomainError
from games.core.pace import PACES
from games.models import Game, Ply, StandingOrder
from games.rules import registry
from games.selectors.table import table_view
from games.services import standing_turn
from games.services.finish import abort_game
from games.services.play import resign
from games.services.vacations import start_vacation
from tests.factories import NOW, make_game, make_user
from tests.standing import make_game_with_choice, order_of, possible, store
from tests.table import greedy_move, make_open_game, one_trade, play, state_of

pytestmark = pytest.mark.django_db

Outcome = StandingOrder.Outcome


def waiting_seat(game: Game) -> int:
    game.refresh_from_db()
    return (game.to_move + 1) % game.players.count()


def after_one_move() -> Game:
    return play(make_game()).game


def steady_game() -> Game:
    game = make_game(pace=PACES["steady"])
    for _ in range(3):
        play(game)
    return game


def game_before_people_before_a_bot() -> Game:
    """Return a game of two people and a bot, who comes after them."""
    game = make_game(make_user(), make_user(), bots=("greedy",))
    for _ in range(6):
        after_next = game.players.get(seat=(game.to_move + 2) % 3)
        if game.version > 1 and after_next.user.is_bot:
            break
        game = play(game).game
    return game


def note_for(game: Game, seat: int) -> str:
    """Return what this seat reads of what became of its order."""
    viewer = game.players.get(seat=seat).user_id
    return table_view(game, viewer, NOW)["order"]["note"]


@pytest.fixture
def game() -> Game:
    return make_open_game(make_user(), make_user())


def test_the_first_possible_choice_is_played_when_the_turn_comes(game):
    seat = waiting_seat(game)
    move, points = possible(game, seat)[0]
    store(game, seat, [(move, points)])
    version = game.version
    after = play(game, one_trade(game)).game
    assert after.version == version + 2
    last = Ply.objects.filter(game=game).last()
    assert (last.seat, last.move, last.points) == (seat, move, points)
    order = order_of(game, seat)
    assert (order.outcome, order.points) == (Outcome.PLAYED, points)
    assert str(points) in note_for(after, seat)
    assert note_for(after, 1 - seat) == ""


def test_an_impossible_choice_gives_way_to_the_next_and_each_keeps_its_reason(game):
    seat = waiting_seat(game)
    (first, _), (second, _) = possible(game, seat)[:2]
    store(game, seat, [(first, 999), (second, 999)])
    play(game, one_trade(game))
    order = order_of(game, seat)
    assert order.outcome == Outcome.IMPOSSIBLE
    assert [entry["refusal"] for entry in order.choices] == ["too_few_points"] * 2
    assert "too few points" in note_for(game, seat)
    game.refresh_from_db()
    assert game.to_move == seat
    play(game)
    assert order_of(game, seat) is None, "who moves by hand has read it"


def test_orders_of_several_players_play_one_after_the_other():
    players = [make_user() for _ in range(4)]
    game = make_open_game(*players)
    seats = [(game.to_move + step) % 4 for step in range(4)]
    for seat in seats[1:]:
        store(game, seat, [(move, 0) for move, _ in possible(game, seat)[:10]])
    version = game.version
    play(game, one_trade(game))
    plies = list(Ply.objects.filter(game=game, number__gte=version))
    played = [order_of(game, seat).outcome == Outcome.PLAYED for seat in seats[1:]]
    chain = played.index(False) if False in played else 3
    assert [ply.seat for ply in plies] == seats[: 1 + chain]
    assert chain >= 1
    game.refresh_from_db()
    assert game.to_move == seats[(1 + chain) % 4]
    assert game.version == version + 1 + chain


def test_a_bot_after_an_order_is_due():
    game, seat = make_game_with_choice(game_before_people_before_a_bot)
    store(game, seat, [(move, 0) for move, _ in possible(game, seat)[:10]])
    play(game, one_trade(game))
    assert order_of(game, seat).outcome == Outcome.PLAYED
    game.refresh_from_db()
    assert game.players.get(seat=game.to_move).user.is_bot
    assert game.bot_due_at is not None


def test_an_order_costs_no_time_and_plays_while_its_owner_is_away():
    game, seat = make_game_with_choice(steady_game)
    player = game.players.get(seat=seat)
    store(game, seat, [(move, 0) for move, _ in possible(game, seat)[:10]])
    start_vacation(user_id=player.user_id, now=NOW)
    bank = player.bank
    play(game, one_trade(game), now=NOW + timedelta(hours=1))
    player.refresh_from_db()
    assert order_of(game, seat).outcome == Outcome.PLAYED
    assert player.bank == min(PACES["steady"].cap, bank + PACES["steady"].increment)
    game.refresh_from_db()
    assert game.clock_since == NOW + timedelta(hours=1)


def test_a_mistake_in_an_order_leaves_the_opponents_move_alone(game, monkeypatch, caplog):
    seat = waiting_seat(game)
    move, _ = possible(game, seat)[0]
    store(game, seat, [(move, 0)])

    def broken(*_args, **_kwargs):
        raise KeyError("RS in the hand")

    monkeypatch.setattr(standing_turn, "decide", broken)
    reply = one_trade(game)
    assert play(game, reply).game.version == game.version + 1
    assert (order_of(game, seat).outcome, order_of(game, seat).reason) == ("impossible", "failed")
    assert "RS in the hand" not in caplog.text


def test_a_move_that_breaks_after_it_was_chosen_is_taken_back_whole(game, monkeypatch):
    seat = waiting_seat(game)
    move, _ = possible(game, seat)[0]
    store(game, seat, [(move, 0)])
    reply = one_trade(game)
    real = Ply.objects.bulk_create
    calls = []

    def once(plies):
        calls.append(plies)
        if len(calls) == 2:
            raise ValueError("no")
        return real(plies)

    monkeypatch.setattr(Ply.objects, "bulk_create", once)
    after = play(game, reply).game
    assert len(calls) == 2
    assert (after.version, after.to_move) == (game.version + 1, seat)
    game.refresh_from_db()
    assert (game.version, game.to_move) == (after.version, seat)
    assert order_of(game, seat).reason == "failed"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 0}, "stale_version"),
        ({"revision": 7}, "order_changed"),
        ({"key": "no key!"}, "bad_request"),
        ({"choices": [("trade RS", 0)]}, "order_only_lays"),
        ({"choices": [("use ask RS", 0)]}, "bad_request"),
        ({"choices": [("play RS@400,400", 0)]}, None),
        ({"choices": [("nonsense", 0)]}, "bad_request"),
    ],
)
def test_what_cannot_be_stored_is_refused_with_a_code(game, change, code):
    seat = waiting_seat(game)
    with pytest.raises(DomainError) as refusal:
        store(game, seat, **{"choices": possible(game, seat)[:1]} | change)
    assert refusal.value.sentence
    if code:
        assert refusal.value.code == code
    assert order_of(game, seat) is None


def test_limits_of_the_list_and_of_the_turn(game):
    seat = waiting_seat(game)
    wish = possible(game, seat)[0]
    refused = {
        "choice_listed": (seat, [wish, wish]),
        "too_many_choices": (seat, [wish] * 11),
        "bad_request": (seat, [(wish[0], 1000)]),
        "your_turn": (game.to_move, possible(game, game.to_move)[:1]),
    }
    for code, (who, choices) in refused.items():
        with pytest.raises(DomainError) as refusal:
            store(game, who, choices)
        assert refusal.value.code == code


def test_a_repeated_command_changes_nothing_and_a_late_one_is_refused(game):
    seat = waiting_seat(game)
    wish = possible(game, seat)[0]
    store(game, seat, [wish], key="once", revision=0)
    store(game, seat, [wish], key="once", revision=0)
    assert order_of(game, seat).revision == 1
    store(game, seat, [])
    assert order_of(game, seat).outcome == Outcome.CLEARED
    with pytest.raises(DomainError) as refusal:
        store(game, seat, [wish], key="late", revision=0)
    assert refusal.value.code == "order_changed"


def test_leaving_and_the_end_of_the_game_close_orders(game):
    seat = waiting_seat(game)
    store(game, seat, possible(game, seat)[:1])
    other = game.players.get(seat=1 - seat)
    resign(public_id=game.public_id, user_id=other.user_id, key="bye", now=NOW)
    assert order_of(game, seat).outcome == Outcome.OVER

    three = make_open_game(*(make_user() for _ in range(3)))
    seat = waiting_seat(three)
    store(three, seat, possible(three, seat)[:1])
    own = three.players.get(seat=seat).user_id
    resign(public_id=three.public_id, user_id=own, key="bye", now=NOW)
    assert order_of(three, seat) is None

    early, seat = make_game_with_choice(after_one_move)
    store(early, seat, possible(early, seat)[:1])
    loser = early.players.get(has_moved=False).user_id
    abort_game(public_id=early.public_id, user_id=loser, now=NOW)
    assert order_of(early, seat).outcome == Outcome.OVER


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    key=st.sampled_from(sorted(registry.keys())),
    seats=st.integers(2, 4),
    plies=st.integers(1, 9),
    extra=st.integers(0, 2),
)
def test_an_order_does_exactly_what_the_same_moves_by_hand_do(db, key, seats, plies, extra):
    """State, log and public facts are equal; an order that cannot play changes none of them."""
    game = make_game(*(make_user() for _ in range(seats)), ruleset_key=key)
    for _ in range(plies):
        play(game, greedy_move(game, bot="random", with_powers=True))
        game.refresh_from_db()
        if not game.is_running:
            return
    seat = waiting_seat(game)
    wishes = [(move, points + extra) for move, points in possible(game, seat)[:3]]
    if not wishes:
        return
    reply = greedy_move(game)
    at = game.version
    with_order = outcome_of(game, reply, lambda: store(game, seat, wishes))
    own = [ply for ply in with_order["plies"] if ply["number"] > at and ply["seat"] == seat]
    by_hand = own[0]["move"] if own and with_order["outcome"] == Outcome.PLAYED else None
    without = outcome_of(game, reply, lambda: None, then=by_hand)
    for name in ("state", "plies", "facts", "players"):
        assert with_order[name] == without[name], name


def outcome_of(game, reply, prepare, then=None):
    """Return what a move leads to, and take all of it back."""
    point = transaction.savepoint_create()
    prepare()
    play(game, reply, key="reply")
    if then:
        play(game, then, key="then")
    game.refresh_from_db()
    rows = Ply.objects.filter(game=game).values("number", "seat", "move", "points", "events")
    order = StandingOrder.objects.filter(player__game=game).first()
    found = {
        "state": registry.get(game.ruleset_key).encode_state(state_of(game)),
        "plies": list(rows),
        "facts": (game.version, game.to_move, game.status, game.bot_due_at),
        "players": list(game.players.values("seat", "score", "hand_count", "has_moved")),
        "outcome": order and order.outcome,
    }
    transaction.savepoint_rollback(point)
    game.refresh_from_db()
    return found
