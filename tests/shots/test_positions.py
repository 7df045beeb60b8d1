"""The pictures show true games: every move is legal and scores what its line says."""

import pytest

from games.core.rng import SeededChance, rng_for
from games.core.types import EndReason
from games.rules import registry
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import tile_text
from tests.shots import positions
from tests.shots.positions import TABLE, Position, deal

GAMES = {name: game for name, game in vars(positions).items() if isinstance(game, Position)}
QWIRKLE = registry.get("qwirkle")


def played(position: Position, plies: int | None = None) -> State:
    """Return the state after so many moves, each checked by the rules."""
    options = QWIRKLE.parse_options({"opening": "free"})
    hands, bag = deal(position)
    state = QWIRKLE.state_at(options, hands=hands, bag=bag, opener=0)
    for number, move in enumerate(position.moves[:plies]):
        assert QWIRKLE.automatic_move(state) is None
        chance = SeededChance(rng_for(b"t" * 32, "pictures", number))
        step = QWIRKLE.apply(state, state.to_move, QWIRKLE.parse_move(move.text), chance)
        assert step.points == move.points, move.text
        state = step.state
    return state


def rack(state: State) -> str:
    return " ".join(tile_text(tile) for tile in state.hands[0])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_pictures_follows_the_rules(name):
    assert sum(played(GAMES[name]).scores) == sum(move.points for move in GAMES[name].moves)


def test_the_table_stands_as_designed_before_and_after_the_move_that_is_shown():
    before, after = played(TABLE, 18), played(TABLE, 19)
    assert (before.scores, len(before.bag)) == ((39, 43, 40), 51)
    assert rack(before) == "YX RE BS GD YD OE"
    assert rack(after) == "YX BS GD YD OC PE"
    assert after.scores == (57, 43, 40)


def test_the_table_is_won_by_going_out():
    over = played(TABLE)
    assert over.reason == EndReason.WENT_OUT
    assert over.scores == (142, 127, 128)
    assert [len(hand) for hand in over.hands] == [0, 1, 2]
