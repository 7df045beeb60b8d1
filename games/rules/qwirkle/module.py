"""`RuleModule`: how an expansion changes the base game, and how several of them combine."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from games.core.chance import Chance
from games.core.errors import IllegalMoveError
from games.core.events import Event
from games.core.options import Option
from games.core.types import Cell, Seat
from games.rules.qwirkle.moves import AnyMove, ModuleMove, Place, Trade
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import HAND_SIZE, Tile
from games.rules.ruleset import Step

type Placed = Sequence[tuple[Tile, Cell]]


class CompositionError(ValueError):
    """These modules cannot stand in one game: two own the same thing."""


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

    def place(self, state: State, seat: Seat, move: Place) -> Step[State]:
        """Check, lay and score tiles; the turn goes on and nothing is drawn."""
        ...

    def trade(self, state: State, seat: Seat, move: Trade, chance: Chance) -> Step[State]:
        """Check and trade tiles; the turn goes on."""
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

    def may_disconnect(self, state: State) -> bool:
        """Return whether taking a tile may part the board."""
        ...

    def is_takeable(self, state: State, cell: Cell) -> bool:
        """Return whether no module keeps this tile on the board."""
        ...


class RuleModule:
    """One expansion. Every hook does nothing until a module overrides it.

    Modules know neither each other nor the ruleset; what one must know of another it asks `Game`.
    What a module keeps stands in ``state.extras[key]`` as JSON primitives.

    Attributes:
        key: stands in the ruleset key after a plus sign.
        options: the options it brings.
        move_kinds: the moves it owns; no two modules own the same.
    """

    key: ClassVar[str]
    options: ClassVar[Mapping[str, Option]] = {}
    move_kinds: ClassVar[tuple[type[ModuleMove], ...]] = ()

    def bag_extras(self, options: Mapping[str, Any]) -> tuple[Tile, ...]:
        """Return tiles from number 36 on that go into the bag after the deal."""
        return ()

    def setup(self, state: State, chance: Chance) -> State:
        """Return the state with this module's part laid out, after the deal."""
        return state

    def opening_moves(self, state: State, seat: Seat) -> tuple[ModuleMove, ...]:
        """Return the module's moves that the seat may make before its placing move now."""
        return ()

    def apply(
        self, state: State, seat: Seat, move: ModuleMove, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step of one of the module's own moves.

        Raises:
            IllegalMoveError: with the module's codes.
        """
        raise NotImplementedError

    def check_move(self, state: State, seat: Seat, move: AnyMove) -> None:
        """Refuse a move of any owner that is otherwise legal.

        Raises:
            IllegalMoveError: with the module's codes.
        """

    def on_draw(
        self, state: State, seat: Seat, tile: Tile
    ) -> tuple[State, tuple[Event, ...]] | None:
        """Claim a drawn tile from number 36 on: return what follows, or None for "not mine"."""
        return None

    def cell_allowed(self, table: Table, cell: Cell) -> bool:
        """Return whether a tile may lie on this cell."""
        return True

    def bonus(self, table: Table, placed: Placed) -> int:
        """Return points on top of the lines for a legal placement."""
        return 0

    def opening_fault(self, table: Table, placed: Placed) -> IllegalMoveError | None:
        """Return why this cannot be the first placement of the game, or None."""
        return None

    def may_disconnect(self, state: State) -> bool:
        """Return whether a tile may be taken off though that parts the board."""
        return False

    def takeable(self, state: State, cell: Cell) -> bool:
        """Return whether the tile on this cell may be taken off the board."""
        return True

    def hand_target(self, state: State, seat: Seat) -> int:
        """Return up to how many tiles the seat draws at the end of its turn."""
        return HAND_SIZE

    def turn_ended(self, state: State, seat: Seat) -> State:
        """Return the state with what belonged to this turn forgotten."""
        return state

    def goes_again(self, state: State, seat: Seat) -> State | None:
        """Return the state in which the same seat has another turn, or None."""
        return None

    def observe(self, state: State, viewer: Seat | None) -> Mapping[str, Any]:
        """Return what this viewer may see of the module's part; viewer None sees only the open."""
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


class Modules:
    """Several modules as one: each hook combined in the way that fits it.

    Raises:
        CompositionError: two modules with one key, one option or one kind of move.
    """

    def __init__(self, modules: Iterable[RuleModule]) -> None:
        self.all = tuple(sorted(modules, key=lambda module: module.key))
        self._owners = _unique((kind, module) for module in self.all for kind in module.move_kinds)
        self.options = _unique(item for module in self.all for item in module.options.items())
        _unique((module.key, module) for module in self.all)

    def owner(self, move: ModuleMove) -> RuleModule | None:
        """Return the module that owns this kind of move."""
        return self._owners.get(type(move))

    def bag_extras(self, options: Mapping[str, Any]) -> tuple[Tile, ...]:
        """Concatenation."""
        return tuple(tile for module in self.all for tile in module.bag_extras(options))

    def setup(self, state: State, chance: Chance) -> State:
        """One after the other."""
        for module in self.all:
            state = module.setup(state, chance)
        return state

    def opening_moves(self, state: State, seat: Seat) -> tuple[ModuleMove, ...]:
        """Union."""
        return tuple(move for module in self.all for move in module.opening_moves(state, seat))

    def check_move(self, state: State, seat: Seat, move: AnyMove) -> None:
        """Refused if any refuses."""
        for module in self.all:
            module.check_move(state, seat, move)

    def on_draw(
        self, state: State, seat: Seat, tile: Tile
    ) -> tuple[State, tuple[Event, ...]] | None:
        """First that claims it."""
        claims = (module.on_draw(state, seat, tile) for module in self.all)
        return next((claim for claim in claims if claim is not None), None)

    def cell_allowed(self, table: Table, cell: Cell) -> bool:
        """All."""
        return all(module.cell_allowed(table, cell) for module in self.all)

    def bonus(self, table: Table, placed: Placed) -> int:
        """Sum."""
        return sum(module.bonus(table, placed) for module in self.all)

    def opening_fault(self, table: Table, placed: Placed) -> IllegalMoveError | None:
        """First fault."""
        faults = (module.opening_fault(table, placed) for module in self.all)
        return next((fault for fault in faults if fault is not None), None)

    def may_disconnect(self, state: State) -> bool:
        """Any."""
        return any(module.may_disconnect(state) for module in self.all)

    def takeable(self, state: State, cell: Cell) -> bool:
        """All."""
        return all(module.takeable(state, cell) for module in self.all)

    def hand_target(self, state: State, seat: Seat) -> int:
        """Largest."""
        return max((module.hand_target(state, seat) for module in self.all), default=HAND_SIZE)

    def turn_ended(self, state: State, seat: Seat) -> State:
        """One after the other."""
        for module in self.all:
            state = module.turn_ended(state, seat)
        return state

    def goes_again(self, state: State, seat: Seat) -> State | None:
        """First that grants it."""
        states = (module.goes_again(state, seat) for module in self.all)
        return next((again for again in states if again is not None), None)

    def observe(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """Merged, by module key."""
        return {module.key: module.observe(state, viewer) for module in self.all}

    def parse_move(self, text: str) -> ModuleMove | None:
        """First that knows it."""
        moves = (module.parse_move(text) for module in self.all)
        return next((move for move in moves if move is not None), None)


def _unique[K, V](items: Iterable[tuple[K, V]]) -> dict[K, V]:
    owned: dict[K, V] = {}
    for key, value in items:
        if key in owned:
            raise CompositionError(f"{key!r} has two owners")
        owned[key] = value
    return owned
