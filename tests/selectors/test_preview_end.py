"""The preview at the end of a game."""

import pytest

from games.models import GameSecret
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.tiles import parse_tile
from games.selectors.preview import preview_placement
from tests.factories import make_game
from tests.table import play, state_of

pytestmark = pytest.mark.django_db


def test_a_preview_counts_the_six_points_for_going_out():
    """Rules 1.6.40: the page promises what the log will say."""
    game = play(make_game()).game
    tile = parse_tile("RS")
    hands = [(tile,), (tile,)]
    state = state_of(game).but(board=Board({(0, 0): parse_tile("RC")}), hands=tuple(hands), bag=())
    from games.rules.registry import get

    encoded = get("qwirkle").encode_state(state)
    GameSecret.objects.filter(game=game).update(state=encoded)
    answer = preview_placement(game, game.to_move, ((tile, (1, 0)),))
    assert (answer["score"], answer["bonus"]) == (8, 6)
