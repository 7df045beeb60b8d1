"""Several modules as one: each hook combined in the way that fits it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.core.chance import Chance
from games.core.events import Event
from games.core.types import Cell, Seat
from games.rules.qwirkle.module import Bag, Game, Held, Placed, RuleModule, Table
from games.rules.qwirkle.moves import AnyMove, ModuleMove
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile, tile_text


class CompositionError(ValueError):
    """These modules cannot stand in one game: two own the same thing."""


class Modules:
    """The modules of one game, in the order of their keys; see `RuleModule` for each hook.

    Raises:
        CompositionError: two modules with one key, one option, one kind of move or of tile.
    """

    def __init__(self, modules: Iterable[RuleModule]) -> None:
        self.all = tuple(sorted(modules, key=lambda module: module.key))
        self._owners = _unique((kind, module) for module in self.all for kind in module.move_kinds)
        self.options = _unique(item for module in self.all for item in module.options.items())
        self.bag_tiles = _unique(item for module in self.all for item in module.bag_tiles.items())
        self._texts = {tile: text for text, tile in self.bag_tiles.items()}
        _unique((module.key, module) for module in self.all)

    def owner(self, move: ModuleMove) -> RuleModule | None:
        """Return the module that owns this kind of move."""
        return self._owners.get(type(move))

    def tile_text(self, tile: Tile) -> str:
        """Return a tile of the bag in the notation."""
        return self._texts.get(tile) or tile_text(tile)

    def draw_options(self, options: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """One after the other."""
        for module in self.all:
            options = module.draw_options(options, chance)
        return options

    def open_option(self, options: Mapping[str, Any]) -> str | None:
        """First that is open."""
        return _first(module.open_option(options) for module in self.all)

    def start_cells(self, options: Mapping[str, Any]) -> tuple[Cell, ...]:
        """Concatenation."""
        return tuple(cell for module in self.all for cell in module.start_cells(options))

    def bag_extras(self, options: Mapping[str, Any]) -> Bag:
        """Concatenation."""
        return tuple(tile for module in self.all for tile in module.bag_extras(options))

    def setup(self, state: State) -> State:
        """One after the other."""
        for module in self.all:
            state = module.setup(state)
        return state

    def hold(self, state: State, held: Held) -> State | None:
        """First that has powers."""
        return _first(module.hold(state, held) for module in self.all)

    def held(self, state: State) -> Held | None:
        """First that has powers."""
        return _first(module.held(state) for module in self.all)

    def region(self, options: Mapping[str, Any]) -> frozenset[Cell] | None:
        """First that has an edge."""
        return _first(module.region(options) for module in self.all)

    def opening_cells(self, table: Table) -> frozenset[Cell] | None:
        """First that names some."""
        return _first(module.opening_cells(table) for module in self.all)

    def bonuses(self, options: Mapping[str, Any]) -> Mapping[Cell, int]:
        """Sum, by cell."""
        told = [bonuses for module in self.all if (bonuses := module.bonuses(options))]
        return sum(map(Counter, told), Counter()) if len(told) > 1 else next(iter(told), {})

    def bonus(self, options: Mapping[str, Any], placed: Placed) -> int:
        """Return what a placement earns on top of its lines."""
        bonuses = self.bonuses(options)
        return sum(bonuses.get(cell, 0) for _, cell in placed)

    def barred(self, table: Table) -> Mapping[tuple[Tile, Cell], str]:
        """Merged."""
        return {key: why for module in self.all for key, why in module.barred(table).items()}

    def laid(self, state: State, seat: Seat, placed: Placed) -> tuple[State, tuple[Event, ...]]:
        """One after the other."""
        events: tuple[Event, ...] = ()
        for module in self.all:
            state, more = module.laid(state, seat, placed)
            events += more
        return state, events

    def usable(self, state: State, seat: Seat, game: Game) -> tuple[str, ...]:
        """Concatenation."""
        return tuple(name for module in self.all for name in module.usable(state, seat, game))

    def may_help(self, state: State, seat: Seat, game: Game) -> bool:
        """Any."""
        return any(module.may_help(state, seat, game) for module in self.all)

    def check_move(
        self, state: State, seat: Seat, move: AnyMove, may_place: Callable[[], bool]
    ) -> None:
        """Refused if any refuses."""
        for module in self.all:
            module.check_move(state, seat, move, may_place)

    def on_draw(
        self, state: State, seat: Seat, tile: Tile
    ) -> tuple[State, tuple[Event, ...]] | None:
        """First that claims it."""
        return _first(module.on_draw(state, seat, tile) for module in self.all)

    def may_disconnect(self, options: Mapping[str, Any]) -> bool:
        """Any."""
        return any(module.may_disconnect(options) for module in self.all)

    def goes_again(self, state: State, seat: Seat) -> bool:
        """Any."""
        return any(module.goes_again(state, seat) for module in self.all)

    def turn_ended(self, state: State, seat: Seat, *, goes_again: bool) -> State:
        """One after the other."""
        for module in self.all:
            state = module.turn_ended(state, seat, goes_again=goes_again)
        return state

    def show(self, state: State) -> dict[str, Any]:
        """Merged, by module key."""
        return {module.key: module.show(state) for module in self.all}

    def parse_move(self, text: str) -> ModuleMove | None:
        """First that knows it."""
        return _first(module.parse_move(text) for module in self.all)


def _first[T](answers: Iterable[T | None]) -> T | None:
    return next((answer for answer in answers if answer is not None), None)


def _unique[K, V](items: Iterable[tuple[K, V]]) -> dict[K, V]:
    owned: dict[K, V] = {}
    for key, value in items:
        if key in owned:
            raise CompositionError(f"{key!r} has two owners")
        owned[key] = value
    return owned
