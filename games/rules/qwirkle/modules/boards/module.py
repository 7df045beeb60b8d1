"""The boards as a module: their edge, what they print, and the star discs (rules 4)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.core.chance import Chance
from games.core.errors import IllegalMoveError
from games.core.events import Event
from games.core.options import Option
from games.core.types import Cell, Seat
from games.rules.qwirkle.board import as_board
from games.rules.qwirkle.module import Game, Placed, RuleModule, Table
from games.rules.qwirkle.modules.boards.layout import (
    BOARDS_TEXT,
    REGION,
    SIDES,
    Layout,
    layout_of,
)
from games.rules.qwirkle.modules.boards.moves import UseStar, format_star, parse_star
from games.rules.qwirkle.moves import ModuleMove
from games.rules.qwirkle.powers.take import bar, lift
from games.rules.qwirkle.powers.takeable import is_any_takeable, take_fault
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile
from games.rules.ruleset import Step

BOARDS = "boards"

NO_DISC = "You hold no star disc"
ONE_A_TURN = "One star disc per turn"
NOTHING_TO_TAKE = "No tile may be taken now"
NOT_WITHOUT_TILES = "Without tiles you pass until the end"

_STAR_RULE = {"only_ends": False, "may_disconnect": True}


def _is_boards(raw: Any) -> bool:
    return raw is None or (isinstance(raw, str) and BOARDS_TEXT.fullmatch(raw) is not None)


class Boards(RuleModule):
    """Four boards together.

    It keeps ``discs`` (cells that still hold one), ``held`` (number of discs by seat), ``taken``
    ([x, y, tile] taken by a disc in this turn) and ``is_opened`` (tiles were placed).
    """

    key = "boards"
    options: ClassVar = {
        BOARDS: Option(None, "four letters c or s, a ' after each turned board", _is_boards)
    }
    move_kinds: ClassVar = (UseStar,)

    # The start of a game

    def draw_options(self, options: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Draw a side for each board unless they are chosen (rules 4.2, 4.2.11)."""
        if options[BOARDS] is not None:
            return options
        drawn = "".join(SIDES[chance.below(len(SIDES))] for _ in range(4))
        return {**options, BOARDS: drawn}

    def open_option(self, options: Mapping[str, Any]) -> str | None:
        """Return ``boards`` while they are not drawn."""
        return BOARDS if options[BOARDS] is None else None

    def start_cells(self, options: Mapping[str, Any]) -> tuple[Cell, ...]:
        """Return the start cells of the Connect sides (rules 4.2.10)."""
        return _layout(options).start

    def setup(self, state: State) -> State:
        """Lay a star disc on every star cell that is free (rules 4.1.4)."""
        layout = _layout(state.options)
        kept = {
            "discs": [list(cell) for cell in layout.stars if cell not in state.board],
            "held": [0] * len(state.hands),
            "taken": None,
            "is_opened": _is_opened(state.board, layout),
        }
        return self._keep(state, kept)

    # Placing

    def region(self, options: Mapping[str, Any]) -> frozenset[Cell] | None:
        """Return the 256 cells (rules 4.3)."""
        return REGION

    def opening_cells(self, table: Table) -> frozenset[Cell] | None:
        """Return the start square, as far as it is Select, until a tile was placed.

        Taking that tile off again does not bring the first move back (rules 4.1.5, 4.3.20).
        """
        layout = _layout(table.options)
        if table.extras[self.key]["is_opened"] or _is_opened(table.board, layout):
            return None
        return layout.centre or None

    def bonuses(self, options: Mapping[str, Any]) -> Mapping[Cell, int]:
        """Return the points printed on the cells (rules 4.2.13)."""
        return _layout(options).bonuses

    def barred(self, table: Table) -> Mapping[tuple[Tile, Cell], str]:
        """Return that a tile taken by a disc may not go back to where it was (rules 4.1.7)."""
        return bar(table.extras[self.key]["taken"])

    def laid(self, state: State, seat: Seat, placed: Placed) -> tuple[State, tuple[Event, ...]]:
        """Give the seat the discs of the star cells it covered (rules 4.1.6)."""
        kept = self._kept(state)
        if not kept["is_opened"]:
            state = self._keep(state, {"is_opened": True})
        cells = [list(cell) for _, cell in placed]
        found = [disc for disc in kept["discs"] if disc in cells]
        if not found:
            return state, ()
        held = list(kept["held"])
        held[seat] += len(found)
        rest = [disc for disc in kept["discs"] if disc not in found]
        event = Event("disc_gained", seat, {"count": len(found)})
        return self._keep(state, {"discs": rest, "held": held}), (event,)

    def may_disconnect(self, options: Mapping[str, Any]) -> bool:
        """Return true: on boards a tile may be taken though they fall apart (rules 2.7.57)."""
        return True

    # Star discs

    def usable(self, state: State, seat: Seat, game: Game) -> tuple[str, ...]:
        """Return ``star`` if the seat to move may use a disc now."""
        return () if self._fault_now(state, seat) else ("star",)

    def may_help(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether a disc may bring a tile that fits."""
        return self._fault_now(state, seat) is None

    def apply(
        self, state: State, seat: Seat, move: ModuleMove, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step that uses a disc; the turn goes on."""
        assert isinstance(move, UseStar)
        game.check_turn(state, seat, move)
        fault = self._fault_now(state, seat)
        fault = fault or take_fault(as_board(state.board), move.cell, **_STAR_RULE)
        if fault is not None:
            raise fault
        held = list(self._kept(state)["held"])
        held[seat] -= 1
        taken = [*move.cell, state.board[move.cell]]
        spent = self._keep(state, {"held": held, "taken": taken}).but(pass_count=0)
        step = lift(spent, seat, move.cell)
        return Step(step.state, (Event("disc_used", seat), *step.events))

    def turn_ended(self, state: State, seat: Seat, *, goes_again: bool) -> State:
        """Forget what was taken."""
        return self._keep(state, {"taken": None})

    # Eyes and text

    def show(self, state: State) -> Mapping[str, Any]:
        """Return all of it: discs lie open."""
        return self._kept(state)

    def parse_move(self, text: str) -> UseStar | None:
        """Read ``use star x,y``."""
        return parse_star(text)

    def format_move(self, move: ModuleMove) -> str:
        """Write ``use star x,y``."""
        assert isinstance(move, UseStar)
        return format_star(move)

    # Helpers

    def _fault_now(self, state: State, seat: Seat) -> IllegalMoveError | None:
        """Return why the seat cannot use a disc now, whatever for; None if it can."""
        kept = self._kept(state)
        if not kept["held"][seat]:
            return IllegalMoveError("token_not_held", NO_DISC)
        if kept["taken"]:
            return IllegalMoveError("token_not_now", ONE_A_TURN)
        if not state.hands[seat]:
            return IllegalMoveError("token_not_now", NOT_WITHOUT_TILES)
        if not is_any_takeable(as_board(state.board), **_STAR_RULE):
            return IllegalMoveError("token_no_effect", NOTHING_TO_TAKE)
        return None

    def _kept(self, state: State) -> Mapping[str, Any]:
        kept: Mapping[str, Any] = state.extras[self.key]
        return kept

    def _keep(self, state: State, changes: Mapping[str, Any]) -> State:
        mine = {**state.extras.get(self.key, {}), **changes}
        return state.but(extras={**state.extras, self.key: mine})


def _layout(options: Mapping[str, Any]) -> Layout:
    return layout_of(options[BOARDS])


def _is_opened(board: Mapping[Cell, Tile], layout: Layout) -> bool:
    """Return whether any tile lies where none is at the start."""
    return len(board) > len(layout.start) or not board.keys() <= set(layout.start)
