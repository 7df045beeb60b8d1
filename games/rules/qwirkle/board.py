"""The board: tiles by cell, and what each empty cell next to them still takes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.core.types import Cell
from games.rules.qwirkle.tiles import KINDS, Tile, colour, shape

ALL_KINDS = (1 << 36) - 1
QWIRKLE = 6
"""Tiles of a complete line (rules 1.3.21)."""

BITS = tuple(1 << kind for kind in KINDS)
"""By tile: the mask that holds this kind alone."""

PEERS = tuple(
    sum(
        1 << other
        for other in KINDS
        if (colour(other) == colour(kind)) is not (shape(other) == shape(kind))
    )
    for kind in KINDS
)
"""By tile: the ten kinds that share exactly one attribute with it. Tiles form a legal line if
and only if each is a peer of each other one, so "fits into this run" is one AND over its tiles."""


class Slot(NamedTuple):
    """What an empty cell sees along one axis; "before" is left or up, "after" right or down.

    Attributes:
        fits: kinds that the joined run would take; none when the two runs cannot be joined.
        length: tiles in both runs together.
        points: what a tile laid here scores along this axis (rules 1.4.25, 1.4.27), else 0.
        before_length: tiles in the run before.
        before_fits: kinds that are peers of the whole run before.
        after_length: tiles in the run after.
        after_bits: kinds in the run after.
        after_fits: kinds that are peers of the whole run after.
    """

    fits: int
    length: int
    points: int
    before_length: int
    before_fits: int
    after_length: int
    after_bits: int
    after_fits: int


FREE = Slot(ALL_KINDS, 0, 0, 0, ALL_KINDS, 0, 0, ALL_KINDS)
FREE_SLOTS = (FREE, FREE)

_new = tuple.__new__  # a third faster than the class itself
"""No tile on either side."""

ACROSS = (1, 0)
DOWN = (0, 1)


class Board(Mapping[Cell, Tile]):
    """Tiles by cell; never changes once made.

    Attributes:
        anchors: for every empty cell next to a tile its slots (across, down); read-only.
    """

    __slots__ = ("_tiles", "anchors")

    anchors: dict[Cell, tuple[Slot, Slot]]

    def __init__(
        self,
        tiles: Mapping[Cell, Tile] | Iterable[tuple[Cell, Tile]] = (),
        *,
        anchors: dict[Cell, tuple[Slot, Slot]] | None = None,
    ) -> None:
        """Make a board; ``anchors`` only from one who has just worked them out."""
        self._tiles: dict[Cell, Tile] = dict(tiles)
        if anchors is None:
            anchors = {}
            _renew(self._tiles, anchors, self._tiles)
        self.anchors = anchors

    def __getitem__(self, cell: Cell) -> Tile:
        return self._tiles[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self._tiles == other._tiles
        return self._tiles == other

    __hash__ = None  # type: ignore[assignment] # a mapping, equal to a dict with the same tiles

    def __repr__(self) -> str:
        return f"Board({self._tiles!r})"

    def with_tiles(self, placed: Iterable[tuple[Tile, Cell]]) -> "Board":
        """Return a new board with these tiles on it as well; the cells must be empty."""
        laid = tuple(placed)
        tiles = self.overlaid(laid)
        anchors = self.anchors.copy()
        _renew(tiles, anchors, [cell for _, cell in laid])
        return Board(tiles, anchors=anchors)

    def without(self, cell: Cell) -> "Board":
        """Return a new board with this cell empty. Slow; for powers that take a tile."""
        return Board({kept: tile for kept, tile in self._tiles.items() if kept != cell})

    def overlaid(self, placed: Iterable[tuple[Tile, Cell]]) -> dict[Cell, Tile]:
        """Return a fresh dict of the tiles with these on top; cheaper than a new board."""
        tiles = self._tiles.copy()
        for tile, cell in placed:
            tiles[cell] = tile
        return tiles

    def is_connected(self, *, without: Cell | None = None) -> bool:
        """Return whether the tiles form one orthogonally connected group (rules 2.7.51).

        Args:
            without: a cell whose tile is left out.
        """
        unseen = self._tiles.keys() - {without}
        todo = [unseen.pop()] if unseen else []
        while todo:
            for cell in neighbours(todo.pop()):
                if cell in unseen:
                    unseen.remove(cell)
                    todo.append(cell)
        return not unseen


def as_board(tiles: Mapping[Cell, Tile]) -> Board:
    """Return the mapping itself when it is a `Board`, else a board with its tiles."""
    return tiles if isinstance(tiles, Board) else Board(tiles)


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the four cells that share an edge with this one."""
    x, y = cell
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def lines_through(
    board: Mapping[Cell, Tile], placed: Sequence[tuple[Tile, Cell]]
) -> list[list[tuple[Tile, Cell]]]:
    """Return the lines of two or more tiles that these tiles make, each in board order.

    Args:
        board: the tiles before the move.
        placed: one or more tiles in one row or column without a gap.

    Returns:
        The line along the move first, then the crossing ones; for one tile across, then down.
    """
    tiles = as_board(board).overlaid(placed)
    cells = sorted(cell for _, cell in placed)
    along, crossing = (ACROSS, DOWN) if cells[0][1] == cells[-1][1] else (DOWN, ACROSS)
    lines = [_line(tiles, cells[0], along)]
    lines.extend(_line(tiles, cell, crossing) for cell in cells)
    return [line for line in lines if len(line) > 1]


def _line(tiles: Mapping[Cell, Tile], cell: Cell, axis: tuple[int, int]) -> list[tuple[Tile, Cell]]:
    """Return the maximal run through an occupied cell, in board order."""
    step_x, step_y = axis
    x, y = cell
    while (x - step_x, y - step_y) in tiles:
        x, y = x - step_x, y - step_y
    line = []
    tile = tiles.get((x, y))
    while tile is not None:
        line.append((tile, (x, y)))
        x, y = x + step_x, y + step_y
        tile = tiles.get((x, y))
    return line


def _renew(
    tiles: Mapping[Cell, Tile], anchors: dict[Cell, tuple[Slot, Slot]], changed: Iterable[Cell]
) -> None:
    """Bring the anchors up to date after tiles were laid on the changed cells.

    Only the two ends of each run through a new tile see anything new.
    """
    for cell in changed:
        anchors.pop(cell, None)
    seen_across: set[Cell] = set()
    seen_down: set[Cell] = set()
    for x, y in changed:
        end = x - 1
        while (end, y) in tiles:
            end -= 1
        if (end, y) not in seen_across:
            seen_across.add((end, y))
            length, bits, fits = _run_after(tiles, end, y, 1, 0)
            across, down = anchors.get((end, y), FREE_SLOTS)
            across = _slot(across.before_length, across.before_fits, length, bits, fits)
            anchors[end, y] = across, down
            end += length + 1
            across, down = anchors.get((end, y), FREE_SLOTS)
            anchors[end, y] = _slot(length, fits, *across[5:]), down
        end = y - 1
        while (x, end) in tiles:
            end -= 1
        if (x, end) not in seen_down:
            seen_down.add((x, end))
            length, bits, fits = _run_after(tiles, x, end, 0, 1)
            across, down = anchors.get((x, end), FREE_SLOTS)
            down = _slot(down.before_length, down.before_fits, length, bits, fits)
            anchors[x, end] = across, down
            end += length + 1
            across, down = anchors.get((x, end), FREE_SLOTS)
            anchors[x, end] = across, _slot(length, fits, *down[5:])


_SLOT_POINTS = (0, 2, 3, 4, 5, 6 + QWIRKLE)
"""By length of both runs: what one tile more scores; no run is longer where a tile fits."""


def _slot(
    before_length: int, before_fits: int, after_length: int, after_bits: int, after_fits: int
) -> Slot:
    length = before_length + after_length
    # Peers of both runs are not enough: the runs must suit each other as well (rules 1.3.22).
    fits = 0 if after_bits & ~before_fits else before_fits & after_fits
    points = _SLOT_POINTS[length] if fits else 0
    return _new(
        Slot,
        (
            fits,
            length,
            points,
            before_length,
            before_fits,
            after_length,
            after_bits,
            after_fits,
        ),
    )


def _run_after(
    tiles: Mapping[Cell, Tile], x: int, y: int, step_x: int, step_y: int
) -> tuple[int, int, int]:
    """Return (length, kinds, common peers) of the run that begins after a cell."""
    length = bits = 0
    fits = ALL_KINDS
    x += step_x
    y += step_y
    tile = tiles.get((x, y))
    while tile is not None:
        length += 1
        bits |= BITS[tile]
        fits &= PEERS[tile]
        x += step_x
        y += step_y
        tile = tiles.get((x, y))
    return length, bits, fits
