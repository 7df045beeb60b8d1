"""The log is the truth: seed and log lead to the stored snapshot."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import GameSecret, PlySecret
from games.services.play import resign
from tests.factories import NOW, make_game, make_user
from tests.table import play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db


def replay(*public_ids: str) -> str:
    """Run the command and return what it printed."""
    out = StringIO()
    call_command("replay_games", *public_ids, stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_replays_to_its_snapshot(seats):
    play_to_the_end(make_game(*(make_user() for _ in range(seats))))
    assert "1 games replayed, all equal" in replay()


def test_a_game_that_somebody_left_replays_too():
    game = make_game(make_user(), make_user(), make_user())
    game = play(game).game
    resign(public_id=game.public_id, user_id=user_to_move(game), key="r", now=NOW)
    play(game)
    assert "all equal" in replay(game.public_id)


def test_an_altered_snapshot_is_found():
    game = play(make_game()).game
    secret = GameSecret.objects.get(game=game)
    secret.state["scores"][0] += 1
    secret.save()
    with pytest.raises(CommandError, match="1 of 1 games differ"):
        replay()


def test_an_altered_seed_is_found():
    game = play(make_game()).game
    GameSecret.objects.filter(game=game).update(seed=b"s" * 32)
    with pytest.raises(CommandError):
        replay()


def test_an_altered_move_is_found():
    game = play(make_game()).game
    PlySecret.objects.filter(ply__game=game).update(move="play RS@0,0 GL@1,0")
    with pytest.raises(CommandError):
        replay()
