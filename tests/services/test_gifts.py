"""Time given to the player to move: once a key, so often and no more, and no draft is disturbed."""

from datetime import timedelta

import pytest

from games.core.errors import ConflictError, NotAllowedError
from games.core.pace import DAILY, DAY, HOUR, LIVE
from games.models import Game, Gift
from games.services import gifts
from games.services.gifts import give_time
from games.services.vacations import end_vacation, start_vacation
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import play

pytestmark = pytest.mark.django_db


def give(game, by=None, seat=None, key="one", now=NOW):
    game = Game.objects.get(pk=game.pk)
    giver = by or game.players.exclude(seat=game.to_move).first().user
    seat = game.to_move if seat is None else seat
    return give_time(public_id=game.public_id, user_id=giver.pk, seat=seat, key=key, now=now)


def code_of(game, **fields):
    with pytest.raises((ConflictError, NotAllowedError)) as refusal:
        give(game, **fields)
    return refusal.value.code


@pytest.mark.parametrize(("pace", "amount"), [(DAILY, DAY), (LIVE, timedelta(minutes=1))])
def test_a_gift_moves_the_deadline_by_its_amount_and_is_no_move(pace, amount):
    """The version stays, so tiles that the mover has laid are not lifted and his move is good."""
    game = make_game(pace=pace)
    before = (game.version, game.to_move)
    deadline = game.deadline_at
    assert give(game).amount == amount
    game.refresh_from_db()
    assert game.deadline_at == deadline + amount
    assert (game.version, game.to_move) == before


def test_the_same_key_gives_once_and_belongs_to_its_giver():
    game = make_game(*(make_user() for _ in range(3)), pace=DAILY)
    others = game.players.exclude(seat=game.to_move)
    assert give(game, others[0].user) == give(game, others[0].user)
    assert Gift.objects.count() == 1
    assert code_of(game, by=others[1].user) == "key_reused"


@pytest.mark.django_db(transaction=True)
def test_the_same_gift_sent_four_times_at_once_is_given_once():
    game = make_game(pace=DAILY)
    outcomes = at_once(*[lambda: give(game)] * 4)
    assert len({outcome.pk for outcome in outcomes}) == 1
    assert Game.objects.get(pk=game.pk).deadline_at == NOW + 5 * DAY


def test_what_the_turn_does_not_use_stays_in_the_bank():
    game = make_game(pace=DAILY)
    mover = game.to_move
    give(game)
    game = play(game, now=NOW + HOUR).game
    assert game.players.get(seat=mover).bank == 4 * DAY


def test_so_many_a_move_and_so_many_a_game(monkeypatch):
    game = make_game(pace=DAILY)
    for number in range(gifts.MOVE_MAX):
        give(game, key=f"k{number}")
    assert code_of(game) == "enough_given"
    monkeypatch.setattr(gifts, "GAME_MAX", 1)
    for number in range(2):
        game = play(game).game
        if number == 0:
            give(game, key="other")
    assert code_of(game) == "enough_given"


def test_nobody_gives_to_himself_to_who_is_not_to_move_to_a_bot_or_without_a_clock():
    game, untimed = make_game(pace=DAILY), make_game()
    mover = game.players.get(seat=game.to_move).user
    assert code_of(game, by=mover) == "own_clock"
    assert code_of(game, seat=1 - game.to_move) == "not_to_move"
    assert code_of(game, by=make_user()) == "not_your_game"
    assert code_of(untimed) == "no_clock"
    bots = make_game(bots=("greedy",), pace=DAILY)
    me = bots.players.get(user__bot_key="")
    if bots.to_move == me.seat:
        bots = play(bots).game
    assert code_of(bots, by=me.user) == "no_clock"


def test_a_gift_after_the_time_is_up_comes_too_late():
    game = make_game(pace=LIVE)
    assert code_of(game, now=game.deadline_at + HOUR) == "game_over"


def test_a_clock_that_stands_takes_a_gift_and_stands_on():
    game = make_game(pace=DAILY)
    mover = game.players.get(seat=game.to_move).user
    start_vacation(user_id=mover.pk, now=NOW)
    give(game)
    game.refresh_from_db()
    assert game.deadline_at is None
    end_vacation(user_id=mover.pk, now=NOW + DAY)
    game.refresh_from_db()
    assert game.deadline_at == NOW + DAY + 5 * DAY
