"""What a placement scores: its lines one by one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.core.types import Cell
from games.rules.qwirkle.board import QWIRKLE, lines_through
from games.rules.qwirkle.tiles import Tile

QWIRKLE_BONUS = 6
OUT_BONUS = 6
"""For placing one's last tile with an empty bag (rules 1.6.40)."""


class Line(NamedTuple):
    """A line that a placement made or lengthened.

    Attributes:
        cells: in board order.
        tiles: one for each cell.
    """

    cells: tuple[Cell, ...]
    tiles: tuple[Tile, ...]
    points: int
    is_qwirkle: bool


class Score(NamedTuple):
    """The points of one placement; without the bonus they are the sum of its lines.

    Attributes:
        points: all of it, bonus included.
        lines: the longer axis of the move first, then the crossing lines in board order.
        bonus: what modules add.
    """

    points: int
    lines: tuple[Line, ...]
    bonus: int = 0


def score_placement(
    board: Mapping[Cell, Tile], placed: Sequence[tuple[Tile, Cell]], *, bonus: int = 0
) -> Score:
    """Return the points of a legal placement.

    Args:
        board: the tiles before the move.
        placed: at least one tile with its cell.
        bonus: points that modules give on top.

    Source: rules 1.4.25-31. A tile alone on an empty board counts as a line of one.
    """
    lines = lines_through(board, placed)
    scored = tuple(map(line_of, lines))
    if not scored:
        ((tile, cell),) = placed
        scored = (Line((cell,), (tile,), 1, False),)
    return Score(points_of(lines) + bonus, scored, bonus)


def points_of(lines: Sequence[Sequence[tuple[Tile, Cell]]]) -> int:
    """Return the points of the lines that a placement makes.

    Source: rules 1.4.25-29. No line at all is a tile alone on an empty board: 1.
    """
    points = sum(len(line) for line in lines)
    return points + sum(QWIRKLE_BONUS for line in lines if len(line) == QWIRKLE) or 1


def line_of(tiles: Sequence[tuple[Tile, Cell]]) -> Line:
    """Return the line that these tiles make, given in board order.

    Source: rules 1.4.25 and 1.4.27. One point a tile; a line of six earns 6 more.
    """
    is_qwirkle = len(tiles) == QWIRKLE
    points = len(tiles) + (QWIRKLE_BONUS if is_qwirkle else 0)
    return Line(
        tuple(cell for _, cell in tiles), tuple(tile for tile, _ in tiles), points, is_qwirkle
    )
