"""What is printed on the four boards (rules 4, 4.1, 4.2)."""

import re
from dataclasses import dataclass
from functools import lru_cache

from games.core.types import Cell

SIDE = 8
"""Cells along the edge of one board."""

SIZE = 2 * SIDE
"""Cells along the edge of all four."""

CONNECT, SELECT = "c", "s"
TURNED = "'"
SIDES = tuple(side + turn for side in (CONNECT, SELECT) for turn in ("", TURNED))

BOARDS_TEXT = re.compile(r"([cs]'?){4}")
_ONE = re.compile(r"[cs]'?")

# Local cells (row, column) of a board that is not turned.
_START = ((1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1))
_TWO = ((1, 1), (6, 6))
_ONE_POINT = (
    (1, 5), (2, 4), (2, 6), (3, 3), (3, 5), (4, 2), (4, 4), (5, 1), (5, 3), (6, 2),
)  # fmt: skip
# The star cells of the Select side are not published (rules 4.1.4); these three are our own, the
# same seen from both ends of the board's long diagonal.
_STARS = ((1, 3), (3, 1), (5, 5))

_CENTRE = tuple((x, y) for y in (SIDE - 1, SIDE) for x in (SIDE - 1, SIDE))


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of all four boards together, from (0, 0) at the top left.

    Attributes:
        start: where a tile lies at the start.
        bonuses: points by cell.
        stars: where a star disc lies at the start.
        centre: the Select cells of the start square in the middle.
    """

    start: tuple[Cell, ...]
    bonuses: dict[Cell, int]
    stars: tuple[Cell, ...]
    centre: frozenset[Cell]


REGION = frozenset((x, y) for x in range(SIZE) for y in range(SIZE))


@lru_cache(maxsize=256)
def layout_of(boards: str) -> Layout:
    """Return what four boards show.

    Args:
        boards: four letters in reading order, as in docs/notation.md section 1: ``c`` Connect,
            ``s`` Select, a following ``'`` for one turned by 90 degrees.
    """
    start: list[Cell] = []
    bonuses: dict[Cell, int] = {}
    stars: list[Cell] = []
    sides = _ONE.findall(boards)
    for index, side in enumerate(sides):
        if side.startswith(CONNECT):
            start += _cells(_START, index, side)
            bonuses |= dict.fromkeys(_cells(_ONE_POINT, index, side), 1)
            bonuses |= dict.fromkeys(_cells(_TWO, index, side), 2)
        else:
            stars += _cells(_STARS, index, side)
    centre = frozenset(
        cell for index, cell in enumerate(_CENTRE) if sides[index].startswith(SELECT)
    )
    return Layout(tuple(start), bonuses, tuple(stars), centre)


def _cells(local: tuple[tuple[int, int], ...], index: int, side: str) -> list[Cell]:
    """Return cells of one board as cells of all four."""
    left, top = index % 2 * SIDE, index // 2 * SIDE
    return [
        (left + (SIDE - 1 - column if side.endswith(TURNED) else column), top + row)
        for row, column in local
    ]
