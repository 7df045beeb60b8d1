"""The moves that spend a power, and their names (docs/notation.md section 1)."""

from dataclasses import dataclass
from typing import ClassVar

from games.core.types import Cell
from games.rules.qwirkle.moves import ModuleMove
from games.rules.qwirkle.tiles import Tile

type Power = str
"""Name of a power: one of `POWERS`."""


class UsePower(ModuleMove):
    """Base class of the moves that spend a power.

    Attributes:
        power: its name.
    """

    __slots__ = ()
    power: ClassVar[Power]


@dataclass(frozen=True, slots=True)
class UseAsk(UsePower):
    """Ask the others for a tile (rules 2.2)."""

    power = "ask"
    tile: Tile


@dataclass(frozen=True, slots=True)
class UseDraw3(UsePower):
    """Draw three tiles more (rules 2.3)."""

    power = "draw3"


@dataclass(frozen=True, slots=True)
class UseSingles(UsePower):
    """Lay up to three tiles one after the other; it is the whole turn (rules 2.4)."""

    power = "singles"
    tiles: tuple[tuple[Tile, Cell], ...]


@dataclass(frozen=True, slots=True)
class UseAgain(UsePower):
    """Have another turn after this one (rules 2.5)."""

    power = "again"


@dataclass(frozen=True, slots=True)
class UseTrade(UsePower):
    """Exchange tiles, then take the turn (rules 2.6)."""

    power = "trade"
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class UseTake(UsePower):
    """Take a tile off the board into the hand (rules 2.7)."""

    power = "take"
    cell: Cell


MOVE_KINDS: tuple[type[UsePower], ...] = (
    UseAsk,
    UseDraw3,
    UseSingles,
    UseAgain,
    UseTrade,
    UseTake,
)

POWERS: tuple[Power, ...] = tuple(kind.power for kind in MOVE_KINDS)
"""All powers, in the order of rules 2.2 to 2.7."""
