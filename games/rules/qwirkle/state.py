"""The full truth of a game, and one viewer's part of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from games.core.types import Cell, EndReason, Phase, Seat
from games.rules.qwirkle.tiles import Tile


@dataclass(frozen=True, slots=True)
class State:
    """Everything, secrets included. Never leaves the server.

    Attributes:
        options: complete options, as `Ruleset.parse_options` returns them.
        board: tile by cell; treat as read-only.
        hands: one tuple a seat, in the order the tiles came.
        bag: next tile to be drawn first.
        scores: points by seat.
        to_move: the seat whose turn it is (kept when the game is over).
        opener: the seat that opened.
        opening_count: tiles the opening move must have (rules 1.1.9); 0 once it is made or free.
        pass_count: passes in a row.
        idle_count: turns in a row without a placement (rules 1.6.45); -1 before the second turn of
            a seat that placed in its first.
        left: seats that resigned or were flagged, in the order they left.
        gone: tiles that went with them and are out of the game (rules 6 D25).
        reason: why the game ended; None while it runs.
        extras: what modules keep, by module key; JSON primitives.
    """

    options: Mapping[str, Any]
    board: Mapping[Cell, Tile]
    hands: tuple[tuple[Tile, ...], ...]
    bag: tuple[Tile, ...]
    scores: tuple[int, ...]
    to_move: Seat
    opener: Seat
    opening_count: int
    pass_count: int = 0
    idle_count: int = 0
    left: tuple[Seat, ...] = ()
    gone: tuple[Tile, ...] = ()
    reason: EndReason | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)

    def but(self, **changes: Any) -> "State":
        """Return the state with these fields changed; a fifth of the time of `replace`.

        Raises:
            TypeError: a name that is no field.
        """
        if not changes.keys() <= _NAMES:
            raise TypeError(f"State has no {', '.join(changes.keys() - _NAMES)}")
        copy = object.__new__(State)
        for name, get, put in _MEMBERS:
            put(copy, changes[name] if name in changes else get(self))
        return copy


_NAMES = frozenset(field.name for field in fields(State))
# The slots themselves: reading and filling them goes past the frozen class's checks.
_MEMBERS = tuple(
    (name, vars(State)[name].__get__, vars(State)[name].__set__) for name in sorted(_NAMES)
)


@dataclass(frozen=True, slots=True)
class Observation:
    """What one viewer may know.

    Attributes:
        viewer: the seat that looks, or None for somebody without a seat.
        hand: the viewer's own tiles; None without a seat.
        hands: all hands, only when the game is over; else None.
        hand_counts: number of tiles by seat.
        opening_count: as in `State`; public, as everybody announces it at the table.
        may_place, may_pass: what the viewer could do if it is his turn; False when it is not.
        trade_max: most tiles the viewer may trade now; 0 when trading is not allowed.
        usable: names of the modules' moves that the viewer may make now.
        public_extras: what modules show to everybody, by module key.
    """

    viewer: Seat | None
    phase: Phase
    options: Mapping[str, Any]
    board: Mapping[Cell, Tile]
    hand: tuple[Tile, ...] | None
    hands: tuple[tuple[Tile, ...], ...] | None
    hand_counts: tuple[int, ...]
    bag_count: int
    scores: tuple[int, ...]
    to_move: Seat | None
    opener: Seat
    opening_count: int
    left: tuple[Seat, ...]
    reason: EndReason | None
    may_place: bool
    may_pass: bool
    trade_max: int
    usable: tuple[str, ...] = ()
    public_extras: Mapping[str, Any] = field(default_factory=dict)
