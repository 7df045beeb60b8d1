"""`RuleModule`: how an expansion changes the base game, and how several of them combine."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from games.core.chance import Chance
from games.core.events import Event
from games.core.options import Option
from games.core.types import Cell, Seat
from games.rules.qwirkle.moves import AnyMove, ModuleMove, Place
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile
from games.rules.ruleset import Step

type Placed = Sequence[tuple[Tile, Cell]]
type Bag = tuple[Tile, ...]
type Held = tuple[tuple[str, ...], ...]
"""The powers of each seat."""


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open: enough to judge a placement, for the engine and for a bot alike.

    Attributes:
        extras: what the modules show to everybody, by module key.
    """

    options: Mapping[str, Any]
    board: Mapping[Cell, Tile]
    extras: Mapping[str, Any]


class Game(Protocol):
    """What a module may ask of the game it is part of."""

    def check_turn(self, state: State, seat: Seat, move: AnyMove) -> None:
        """Refuse a move out of turn, or one that any module forbids."""
        ...

    def place(self, state: State, seat: Seat, move: Place) -> Step[State]:
        """Check, lay and score tiles; the turn goes on and nothing is drawn."""
        ...

    def exchange(
        self,
        state: State,
        seat: Seat,
        tiles: tuple[Tile, ...],
        chance: Chance,
        *,
        return_first: bool,
    ) -> Step[State]:
        """Exchange tiles for new ones; the turn goes on and nothing is checked."""
        ...

    def draw(self, state: State, seat: Seat, count: int, chance: Chance) -> Step[State]:
        """Draw tiles into a hand; claimed ones are replaced."""
        ...

    def end_turn(
        self, state: State, seat: Seat, chance: Chance, *, has_placed: bool
    ) -> Step[State]:
        """End the turn: draw up, look whether the game is over, move on."""
        ...

    def may_place(self, state: State, seat: Seat) -> bool:
        """Return whether the seat has any legal placement."""
        ...

    def may_disconnect(self, options: Mapping[str, Any]) -> bool:
        """Return whether taking a tile may part the board."""
        ...


class RuleModule:
    """One expansion. Every hook does nothing until a module overrides it.

    Modules know neither each other nor the ruleset; what one must know of another it asks `Game`.
    What a module keeps stands in ``state.extras[key]`` as JSON primitives.

    Attributes:
        key: stands in the ruleset key after a plus sign.
        options: the options it brings.
        move_kinds: the moves it owns; no two modules own the same.
        bag_tiles: further tiles, from number 36 on, that may lie in the bag, by their text.
    """

    key: ClassVar[str]
    options: ClassVar[Mapping[str, Option]] = {}
    move_kinds: ClassVar[tuple[type[ModuleMove], ...]] = ()
    bag_tiles: ClassVar[Mapping[str, Tile]] = {}

    # The start of a game

    def draw_options(self, options: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Return the options with everything decided that they leave to chance."""
        return options

    def open_option(self, options: Mapping[str, Any]) -> str | None:
        """Return the key of an option that is still left to chance, or None."""
        return None

    def start_cells(self, options: Mapping[str, Any]) -> tuple[Cell, ...]:
        """Return the cells that get a tile from the bag before the hands are dealt."""
        return ()

    def bag_extras(self, options: Mapping[str, Any]) -> Bag:
        """Return tiles from number 36 on that go into the bag after the deal."""
        return ()

    def setup(self, state: State) -> State:
        """Return the state with this module's part laid out, after the deal."""
        return state

    def hold(self, state: State, held: Held) -> State | None:
        """Return the state in which the seats hold these powers; None without powers.

        Raises:
            BadRequestError: ``bad_request`` for a power that a seat cannot hold.
        """
        return None

    def held(self, state: State) -> Held | None:
        """Return the powers that each seat holds; None without powers."""
        return None

    # Placing

    def region(self, options: Mapping[str, Any]) -> frozenset[Cell] | None:
        """Return the cells that there are; None when the table has no edge.

        No row and no column of it has a gap.
        """
        return None

    def opening_cells(self, table: Table) -> frozenset[Cell] | None:
        """Return the cells where a placement may lie without touching a tile; None as usual."""
        return None

    def bonuses(self, options: Mapping[str, Any]) -> Mapping[Cell, int]:
        """Return points on top of the lines for laying a tile on a cell."""
        return {}

    def barred(self, table: Table) -> Mapping[tuple[Tile, Cell], str]:
        """Return which tiles may not go where now, each with a sentence that says why."""
        return {}

    def laid(self, state: State, seat: Seat, placed: Placed) -> tuple[State, tuple[Event, ...]]:
        """Return what follows when tiles were laid."""
        return state, ()

    # Moves of the module's own

    def usable(self, state: State, seat: Seat, game: Game) -> tuple[str, ...]:
        """Return the names of the module's moves that the seat to move may make now."""
        return ()

    def may_help(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether a move of the module's may let the seat place though nothing fits."""
        return False

    def apply(
        self, state: State, seat: Seat, move: ModuleMove, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step of one of the module's own moves.

        Raises:
            IllegalMoveError: with the module's codes.
        """
        raise NotImplementedError

    def check_move(
        self, state: State, seat: Seat, move: AnyMove, may_place: Callable[[], bool]
    ) -> None:
        """Refuse a move of any owner that is otherwise legal.

        Args:
            may_place: tells whether the seat has any legal placement.

        Raises:
            IllegalMoveError: with the module's codes.
        """

    def on_draw(
        self, state: State, seat: Seat, tile: Tile
    ) -> tuple[State, tuple[Event, ...]] | None:
        """Claim a drawn tile from number 36 on: return what follows, or None for "not mine"."""
        return None

    def may_disconnect(self, options: Mapping[str, Any]) -> bool:
        """Return whether a tile may be taken off though that parts the board."""
        return False

    # The end of a turn

    def goes_again(self, state: State, seat: Seat) -> bool:
        """Return whether the same seat has another turn after this one."""
        return False

    def turn_ended(self, state: State, seat: Seat, *, goes_again: bool) -> State:
        """Return the state with what belonged to this turn forgotten."""
        return state

    # Eyes and text

    def show(self, state: State) -> Mapping[str, Any]:
        """Return what everybody may see of the module's part, as JSON primitives."""
        return {}

    def parse_move(self, text: str) -> ModuleMove | None:
        """Read a move of this module; None when the text is not one.

        Raises:
            BadRequestError: it is one, but malformed.
        """
        return None

    def format_move(self, move: ModuleMove) -> str:
        """Write one of the module's own moves in the notation."""
        raise NotImplementedError
