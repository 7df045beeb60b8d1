"""What a player submits for one decision. Modules bring further move classes."""

from dataclasses import dataclass

from games.core.types import Cell
from games.rules.qwirkle.tiles import Tile


@dataclass(frozen=True, slots=True)
class Place:
    """Lay tiles on cells. Their order carries no meaning."""

    tiles: tuple[tuple[Tile, Cell], ...]


@dataclass(frozen=True, slots=True)
class Trade:
    """Give tiles of the hand for new ones from the bag."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing; see rules 1.5.38 for when."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat leaves the game, on or off its turn: it resigned or its time ran out."""

    is_flag: bool = False


type Move = Place | Trade | Pass | Leave

"""A move of the base game."""


class ModuleMove:
    """Base class of the moves that modules bring; each subclass has exactly one owner."""

    __slots__ = ()


type AnyMove = Move | ModuleMove
"""A move of the base game or of a module."""
