"""Take a tile off the board into the hand (rules 2.7, 3.8)."""

from collections.abc import Mapping
from typing import Any

from games.core.chance import Chance
from games.core.events import Event
from games.core.types import Cell, Seat
from games.rules.qwirkle import turn
from games.rules.qwirkle.board import as_board
from games.rules.qwirkle.module import Game
from games.rules.qwirkle.notation import cell_text
from games.rules.qwirkle.powers.effect import Effect
from games.rules.qwirkle.powers.moves import UseTake
from games.rules.qwirkle.powers.takeable import is_any_takeable, take_fault
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile, tile_text
from games.rules.ruleset import Step

TAKE_RULE = "take_rule"

SAME_CELL = "The tile you took may not go back to the same place in this turn"


def lift(state: State, seat: Seat, cell: Cell) -> Step[State]:
    """Return the step in which a tile goes from the board into a hand."""
    board = as_board(state.board)
    tile = board[cell]
    hand = (*state.hands[seat], tile)
    lifted = state.but(board=board.without(cell), hands=turn.with_hand(state.hands, seat, hand))
    public = {"tile": tile_text(tile), "cell": cell_text(cell)}
    return Step(lifted, (Event("tile_taken", seat, public),))


def bar(taken: Any) -> Mapping[tuple[Tile, Cell], str]:
    """Return that the tile taken in this turn may not go back to its cell (rules 2.7.55).

    Args:
        taken: [x, y, tile], or None.
    """
    if taken is None:
        return {}
    x, y, tile = taken
    return {(Tile(tile), (x, y)): SAME_CELL}


class Take(Effect[UseTake]):
    """Any tile that is in no Qwirkle and holds nothing together."""

    may_help = True

    def has_effect(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether there is a tile that may be taken."""
        return is_any_takeable(as_board(state.board), **_rule(state, game))

    def check(self, state: State, seat: Seat, move: UseTake, game: Game) -> None:
        """Refuse a cell whose tile has to stay."""
        fault = take_fault(as_board(state.board), move.cell, **_rule(state, game))
        if fault is not None:
            raise fault

    def run(
        self, state: State, seat: Seat, move: UseTake, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step."""
        return lift(state, seat, move.cell)

    def keeps(self, state: State, move: UseTake) -> Mapping[str, Any]:
        """Remember what was taken from where."""
        return {"taken": [*move.cell, state.board[move.cell]]}


def _rule(state: State, game: Game) -> dict[str, bool]:
    return {
        "only_ends": state.options[TAKE_RULE] == "line_end",
        "may_disconnect": game.may_disconnect(state.options),
    }
