"""T1, T2, T3: many requests at once, one outcome."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from games.core.errors import ConflictError, DomainError
from games.models import Challenge, Game
from games.services.challenges import join_challenge
from games.services.finish import abort_game
from games.services.play import play_move, resign
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.table import greedy_move, play, user_to_move

pytestmark = pytest.mark.django_db(transaction=True)

JOIN_S = 60


def at_once(*commands: Callable[[], Any]) -> list[Any]:
    """Run all commands at the same moment; return what each gave or raised, in order."""
    barrier = Barrier(len(commands))
    outcomes: list[Any] = [None] * len(commands)

    def run(index: int) -> None:
        try:
            barrier.wait(timeout=JOIN_S)
            outcomes[index] = commands[index]()
        except Exception as error:  # noqa: BLE001  every outcome is looked at
            outcomes[index] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(index,)) for index in range(len(commands))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=JOIN_S)
    assert not any(thread.is_alive() for thread in threads)
    return outcomes


def command(game: Game, key: str) -> Callable[[], Any]:
    """Return the command that plays the greedy move of the seat to move."""
    fields = {
        "public_id": game.public_id,
        "user_id": user_to_move(game),
        "version": game.version,
        "key": key,
        "move": greedy_move(game),
        "now": NOW,
    }
    return lambda: play_move(**fields)


def test_of_eight_moves_on_the_same_version_one_wins_and_the_rest_are_stale():
    game = make_game()
    for turn in range(12):
        game.refresh_from_db()
        outcomes = at_once(*[command(game, f"{turn}-{window}") for window in range(8)])
        refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert len(refused) == 7
        assert {getattr(error, "code", error) for error in refused} <= {
            "stale_version",
            "game_over",
        }
    plies = list(game.plies.all())
    assert [ply.number for ply in plies] == list(range(12))
    assert [ply.seat for ply in plies] == [(plies[0].seat + turn) % 2 for turn in range(12)]


def test_the_same_intent_sent_eight_times_plays_once_and_every_answer_is_good():
    game = make_game()
    outcomes = at_once(*[command(game, "one-intent") for _ in range(8)])
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert sorted(outcome.is_repeat for outcome in outcomes) == [False] + [True] * 7
    assert game.plies.count() == 1


@pytest.mark.parametrize("_repeat", range(10))
def test_resigning_moving_and_calling_off_at_once_end_the_game_once(_repeat):
    game = make_game()
    play(game)
    game.refresh_from_db()
    mover = user_to_move(game)
    other = game.players.exclude(user_id=mover).get().user_id
    outcomes = at_once(
        command(game, "move"),
        lambda: resign(public_id=game.public_id, user_id=other, key="resign", now=NOW),
        lambda: abort_game(public_id=game.public_id, user_id=mover, now=NOW),
    )
    assert all(
        isinstance(outcome, ConflictError) or not isinstance(outcome, Exception)
        for outcome in outcomes
    ), outcomes
    game.refresh_from_db()
    assert game.status in {"finished", "aborted"}
    winners = game.players.filter(is_winner=True).count()
    assert winners == (1 if game.status == "finished" else 0)
    numbers = list(game.plies.values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))


def test_the_last_seat_is_taken_once():
    challenge = make_challenge()
    users = [make_user() for _ in range(6)]

    def joining(user):
        return lambda: join_challenge(public_id=challenge.public_id, user=user, token=None, now=NOW)

    outcomes = at_once(*[joining(user) for user in users])
    assert sum(isinstance(outcome, Challenge) for outcome in outcomes) == 1
    assert all(
        outcome.code in {"challenge_closed", "challenge_full"}
        for outcome in outcomes
        if isinstance(outcome, DomainError)
    )
    assert Game.objects.count() == 1
