"""A move: what it stores, and that a refused one stores nothing."""

from typing import Any

import pytest

from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.models import Game, GameSecret, Ply
from games.services.play import play_move, resign
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, play, play_to_the_end, state_of, user_to_move

pytestmark = pytest.mark.django_db


def everything(game: Game) -> tuple[Any, ...]:
    """Return all that is stored of a game, to compare before and after."""
    return (
        Game.objects.filter(pk=game.pk).values().get(),
        GameSecret.objects.get(game=game).state,
        list(game.players.order_by("seat").values()),
        list(game.plies.values()),
    )


def test_a_move_grows_the_version_by_one_and_hands_the_turn_on():
    game = make_game()
    mover = game.to_move
    after = play(game).game
    assert (after.version, after.to_move) == (1, 1 - mover)


def test_the_log_tells_who_played_what_for_how_many_points():
    game = make_game()
    move = greedy_move(game)
    play(game, move)
    ply = Ply.objects.get(game=game)
    assert (ply.number, ply.move, ply.total) == (0, move, ply.points)
    assert ply.points > 0


def test_the_log_hides_the_tiles_of_a_trade_and_of_the_draw():
    game = make_game()
    play(game)
    hand = state_of(game).hands[Game.objects.get(pk=game.pk).to_move]
    from games.rules.qwirkle.tiles import tile_text

    play(game, f"trade {tile_text(hand[0])} {tile_text(hand[1])}")
    ply = game.plies.get(number=1)
    assert ply.move == "trade 2"
    assert ply.secret.move.split()[0] == "trade"
    assert len(ply.secret.drew) == 2


def test_a_player_who_is_not_to_move_is_told_who_is():
    game = make_game()
    other = game.players.exclude(seat=game.to_move).get()
    name = game.players.get(seat=game.to_move).user.username
    with pytest.raises(ConflictError, match=f"{name} is to move") as refusal:
        play(game, user_id=other.user_id)
    assert refusal.value.code == "not_your_turn"


@pytest.mark.parametrize("version", [-1, 0, 2, 10**9])
def test_a_move_made_on_another_version_of_the_table_is_stale(version):
    game = make_game()
    play(game)
    with pytest.raises(ConflictError) as refusal:
        play(game, version=version)
    assert refusal.value.code == "stale_version"


def test_a_stale_version_is_named_before_the_turn():
    game = make_game()
    mover = user_to_move(game)
    play(game)
    with pytest.raises(ConflictError) as refusal:
        play(game, user_id=mover, version=0)
    assert refusal.value.code == "stale_version"


REFUSALS = [
    ({"move": "play RS@0,0 RS@5,5"}, None),
    ({"move": "pass"}, "opening_must_play"),
    ({"move": "dance"}, "bad_request"),
    ({"move": ""}, "bad_request"),
    ({"move": "resign"}, "bad_request"),
    ({"move": "flag"}, "bad_request"),
    ({"move": "play ZZ@0,0"}, "unknown_tile"),
    ({"key": ""}, "bad_request"),
    ({"key": "k" * 65}, "bad_request"),
    ({"version": 7}, "stale_version"),
]


@pytest.mark.parametrize(("change", "code"), REFUSALS)
def test_a_refused_move_leaves_everything_as_it_was(
    change, code, django_capture_on_commit_callbacks
):
    game = make_game()
    before = everything(game)
    command = {
        "public_id": game.public_id,
        "user_id": user_to_move(game),
        "version": 0,
        "key": "once",
        "move": greedy_move(game),
        "now": NOW,
        **change,
    }
    with (
        django_capture_on_commit_callbacks() as callbacks,
        pytest.raises(DomainError) as refusal,
    ):
        play_move(**command)
    assert code in (None, refusal.value.code)
    assert refusal.value.sentence
    assert everything(game) == before
    assert callbacks == []


def test_somebody_without_a_seat_cannot_move():
    game = make_game()
    with pytest.raises(NotAllowedError) as refusal:
        play(game, user_id=make_user().pk)
    assert refusal.value.code == "not_your_game"


def test_a_game_that_does_not_exist_is_named():
    with pytest.raises(DomainError) as refusal:
        play_move(public_id="none", user_id=1, version=0, key="k", move="pass", now=NOW)
    assert refusal.value.code == "no_such_game"


def test_the_same_key_plays_once_and_gives_the_same_answer():
    game = make_game()
    move, mover = greedy_move(game), user_to_move(game)
    first = play(game, move, key="intent")
    again = play(game, move, key="intent", user_id=mover, version=0)
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert game.plies.count() == 1


def test_a_repeat_is_answered_even_when_the_game_went_on():
    game = make_game()
    move, mover = greedy_move(game), user_to_move(game)
    play(game, move, key="intent")
    play(game)
    assert play(game, move, key="intent", user_id=mover, version=0).is_repeat
    assert game.plies.count() == 2


def test_a_key_with_another_body_is_refused():
    game = make_game()
    mover = user_to_move(game)
    play(game, key="intent")
    with pytest.raises(ConflictError) as refusal:
        play(game, "pass", key="intent", user_id=mover, version=0)
    assert refusal.value.code == "key_reused"


def test_a_whole_game_ends_with_places_and_a_winner():
    game = play_to_the_end(make_game())
    players = list(game.players.all())
    assert game.status == Game.Status.FINISHED
    assert game.end_reason in {"went_out", "blocked", "stalemate"}
    assert {player.place for player in players} <= {1, 2}
    assert max(player.score for player in players) == next(
        player.score for player in players if player.is_winner
    )


def test_a_finished_game_takes_no_more_moves():
    game = play_to_the_end(make_game())
    anybody = game.players.first()
    with pytest.raises(ConflictError) as refusal:
        play_move(
            public_id=game.public_id,
            user_id=anybody.user_id,
            version=game.version,
            key="late",
            move="pass",
            now=NOW,
        )
    assert refusal.value.code == "game_over"


def test_resigning_off_turn_gives_a_game_of_two_to_the_other():
    game = make_game()
    other = game.players.exclude(seat=game.to_move).get()
    after = resign(public_id=game.public_id, user_id=other.user_id, key="r", now=NOW).game
    assert (after.status, after.end_reason) == ("finished", "resigned")
    assert [player.user_id for player in after.players.filter(is_winner=True)] == [
        user_to_move(game)
    ]


def test_a_table_of_three_plays_on_without_the_one_who_resigned():
    game = make_game(make_user(), make_user(), make_user())
    leaver = game.players.get(seat=game.to_move)
    resign(public_id=game.public_id, user_id=leaver.user_id, key="r", now=NOW)
    game.refresh_from_db()
    assert game.is_running
    assert game.to_move != leaver.seat
    after = play_to_the_end(game)
    assert after.players.get(seat=leaver.seat).place == 3


def test_nobody_leaves_a_game_twice():
    game = make_game(make_user(), make_user(), make_user())
    leaver = user_to_move(game)
    resign(public_id=game.public_id, user_id=leaver, key="r", now=NOW)
    with pytest.raises(ConflictError) as refusal:
        resign(public_id=game.public_id, user_id=leaver, key="r2", now=NOW)
    assert refusal.value.code == "already_left"


def test_a_move_takes_few_queries(django_assert_max_num_queries):
    game = make_game()
    move, mover = greedy_move(game), user_to_move(game)
    # Two open and close the transaction, two are for what the players are told.
    with django_assert_max_num_queries(13):
        play_move(public_id=game.public_id, user_id=mover, version=0, key="k", move=move, now=NOW)


def test_a_ply_is_never_saved_twice():
    game = make_game()
    play(game)
    with pytest.raises(TypeError, match="append-only"):
        game.plies.get().save()


def test_unreadable_moves_are_bad_requests():
    game = make_game()
    with pytest.raises(BadRequestError):
        play(game, "play RS@1000000000000,0 " + "x" * 50)
