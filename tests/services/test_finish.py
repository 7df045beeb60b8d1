"""Calling a game off."""

import pytest

from games.core.errors import ConflictError, NotAllowedError
from games.services.finish import abort_game
from tests.factories import NOW, make_game, make_user
from tests.table import play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db


def test_a_game_can_be_called_off_before_ones_own_first_move():
    game = make_game()
    play(game)
    game.refresh_from_db()
    after = abort_game(public_id=game.public_id, user_id=user_to_move(game), now=NOW)
    assert (after.status, after.end_reason, after.version) == ("aborted", "aborted", 2)
    assert after.ended_by == game.to_move
    assert not after.players.filter(is_winner=True).exists()


def test_after_ones_own_first_move_it_is_too_late():
    game = make_game()
    mover = user_to_move(game)
    play(game)
    with pytest.raises(ConflictError) as refusal:
        abort_game(public_id=game.public_id, user_id=mover, now=NOW)
    assert refusal.value.code == "too_late_to_abort"


def test_calling_off_twice_changes_nothing():
    game = make_game()
    user_id = user_to_move(game)
    first = abort_game(public_id=game.public_id, user_id=user_id, now=NOW)
    second = abort_game(public_id=game.public_id, user_id=user_id, now=NOW)
    assert first.version == second.version == 1


def test_a_finished_game_cannot_be_called_off():
    game = play_to_the_end(make_game())
    with pytest.raises(ConflictError) as refusal:
        abort_game(public_id=game.public_id, user_id=game.players.first().user_id, now=NOW)
    assert refusal.value.code == "game_over"


def test_only_players_call_a_game_off():
    with pytest.raises(NotAllowedError):
        abort_game(public_id=make_game().public_id, user_id=make_user().pk, now=NOW)
