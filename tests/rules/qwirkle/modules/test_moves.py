"""The offered placements on boards and of large hands, against brute force (rules 1.3, 4)."""

import pytest

from games.core.types import Phase
from games.rules.qwirkle.modules.boards.layout import REGION, layout_of
from games.rules.qwirkle.tiles import KINDS
from tests.rules.brute import brute_force
from tests.rules.random_games import RandomGame


def offered(game, state):
    seen = game.ruleset.observe(state, state.to_move, Phase.RUNNING)
    return {frozenset(place.tiles): place.score for place in game.ruleset.legal_places(seen)}


def barred(state):
    """Return the (tile, cell) pairs that may not be laid in this turn."""
    pairs = set()
    for key, kept in state.extras.items():
        if kept["taken"] and (key == "boards" or state.options["select_same_cell"] == "bar"):
            x, y, tile = kept["taken"]
            pairs.add((tile, (x, y)))
    return pairs


def expected(state):
    """Rules 1.3 by brute force; 4.3 the edge, 4.2.13 the bonus, 2.7.55 and 4.1.7 the bar."""
    on_boards = "boards" in state.options
    bonuses = layout_of(state.options["boards"]).bonuses if on_boards else {}
    found = brute_force(dict(state.board), list(state.hands[state.to_move]))
    return {
        placed: score + sum(bonuses.get(cell, 0) for _, cell in placed)
        for placed, score in found.items()
        if not (on_boards and any(cell not in REGION for _, cell in placed))
        and not placed & barred(state)
    }


def is_opened(state):
    """Return whether a tile was placed; how games are opened is tested elsewhere."""
    on_boards = "boards" in state.options
    start = layout_of(state.options["boards"]).start if on_boards else ()
    return not state.board.keys() <= set(start)


def worth_a_look(game):
    """Give a few states of the game, and all in which a tile was just taken off the board."""
    for ply, one in enumerate(game.play()):
        is_lifted = any(event.kind == "tile_taken" for event in one.step.events)
        state = one.step.state
        if (is_lifted or ply % 9 == 5) and state.reason is None and is_opened(state):
            yield state


@pytest.mark.parametrize(
    "key", ["qwirkle+action_tokens", "qwirkle+boards", "qwirkle+action_tokens+boards"]
)
@pytest.mark.parametrize("number", [1, 2, 5])
def test_they_are_those_that_the_rules_allow(key, number):
    game = RandomGame(key, number)
    states = list(worth_a_look(game))
    assert len(states) > 3
    for state in states:
        assert offered(game, state) == expected(state)


@pytest.mark.parametrize("size", [7, 8])
def test_so_are_those_of_more_than_six_tiles(size):
    """Rules 2.3.29."""
    game = RandomGame("qwirkle+action_tokens", 4)
    states = [one.step.state for one in game.play() if len(one.step.state.bag) > 30][10::15]
    assert states
    for state in states:
        hands = list(state.hands)
        hands[state.to_move] = (*hands[state.to_move], *plain(state.bag))[:size]
        fuller = state.but(hands=tuple(hands))
        assert offered(game, fuller) == expected(fuller)


def plain(bag):
    return [tile for tile in bag if tile < len(KINDS)]
