"""Three single tiles one after the other: a search for the row that is worth most."""

from typing import NamedTuple

from games.bots.scene import Scene
from games.bots.spending.turn import Judge
from games.core.types import Cell
from games.rules.qwirkle.movegen import Laid
from games.rules.qwirkle.scoring import OUT_BONUS
from games.rules.qwirkle.tiles import Tile

WIDTHS = (40, 30, 6)
"""Rows, those with most points, that are followed up after the first tile and after the second,
and whole ones that are judged by what they leave."""


class Row(NamedTuple):
    """Tiles in the order they are laid, and what the turn is worth with them."""

    laid: Laid
    worth: float


class _Begun(NamedTuple):
    """A row as far as it goes.

    Attributes:
        scene: before the last of its tiles was laid.
        last: what is not laid there yet.
        is_over: whether no tile more can follow.
    """

    laid: Laid
    points: int
    scene: Scene
    last: Laid = ()
    is_over: bool = False

    def end(self) -> Scene:
        """Return the scene after the row."""
        return self.scene.after(self.last) if self.last else self.scene


def best_row(scene: Scene, judge: Judge) -> Row:
    """Return the best row of three, or of fewer when no more fits; an empty one when none does.

    Each tile is scored on the table as it then stands, so a tile of few points may go first for
    the sake of those after it. Of equal ends reached in several orders only the best is kept.
    """
    begun = [_Begun((), 0, scene)]
    for width in WIDTHS:
        begun = _most_points([after for row in begun for after in _longer(row)], width)
    rows = [Row(row.laid, row.points + judge.left(row.end())) for row in begun]
    return max(rows, key=lambda row: row.worth)


def _longer(row: _Begun) -> list[_Begun]:
    scene = row.end()
    found = [] if row.is_over else scene.singles()
    if not found:
        return [_Begun(row.laid, row.points, scene, is_over=True)]
    is_out = len(scene.hand) == 1 and not scene.seen.bag_count
    points = row.points + (OUT_BONUS if is_out else 0)
    return [
        _Begun(row.laid + place.tiles, points + place.score, scene, place.tiles, is_out)
        for place in found
    ]


def _most_points(rows: list[_Begun], width: int) -> list[_Begun]:
    """Return so many rows with most points, no two with the same end."""
    rows.sort(key=lambda row: (-row.points, row.laid))
    ends: dict[frozenset[tuple[Tile, Cell]], _Begun] = {}
    for row in rows:
        ends.setdefault(frozenset(row.laid), row)
        if len(ends) == width:
            break
    return list(ends.values())
