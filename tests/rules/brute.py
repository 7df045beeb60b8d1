"""Every legal placement by brute force, straight from rules 1.3.14-23 and 1.4.25-29.

Shares nothing with the engine but the number of a tile (6 * colour + shape).
"""

from functools import cache

Cell = tuple[int, int]
AXES = ((1, 0), (0, 1))


def is_line(line: list[int]) -> bool:
    """Rules 1.3.20: one colour and all shapes different, or one shape and all colours different."""
    if len(line) == 1:
        return True
    colours = len({tile // 6 for tile in line})
    shapes = len({tile % 6 for tile in line})
    return (colours == 1 and shapes == len(line)) or (shapes == 1 and colours == len(line))


@cache
def goes_with(tile: int, other: int) -> bool:
    return is_line([tile, other])


def line_cells(tiles: dict[Cell, int], cell: Cell, axis: Cell) -> list[Cell]:
    """Return the run through an occupied cell."""
    (x, y), (step_x, step_y) = cell, axis
    while (x - step_x, y - step_y) in tiles:
        x, y = x - step_x, y - step_y
    cells = []
    while (x, y) in tiles:
        cells.append((x, y))
        x, y = x + step_x, y + step_y
    return cells


def is_next_to(old: dict[Cell, int], cell: Cell) -> bool:
    x, y = cell
    return any((x + dx, y + dy) in old for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def score(tiles: dict[Cell, int], move: dict[Cell, int]) -> int:
    """Rules 1.4.25-29: each line made or lengthened, once; six tiles earn six more."""
    lines = {tuple(line_cells(tiles, cell, axis)) for cell in move for axis in AXES}
    long = [len(line) for line in lines if len(line) > 1]
    return sum(length + (6 if length == 6 else 0) for length in long) if long else 1


def starts(old: dict[Cell, int], reach: int, axis: Cell) -> list[Cell]:
    """Return the empty cells from which a move along the axis can touch an old tile."""
    if not old:
        return [(0, 0)]
    step_x, step_y = axis
    cells = set()
    for x, y in old:
        for side in range(-1, 2):
            for back in range(-1, reach + 1):
                cells.add((x - back * step_x + side * step_y, y - back * step_y + side * step_x))
    return [cell for cell in cells if cell not in old]


def brute_force(old: dict[Cell, int], hand: list[int]) -> dict[frozenset, int]:
    """Return the score of every legal placement, keyed by its set of (tile, cell)."""
    search = Search(old)
    for axis in AXES:
        for start in starts(old, len(hand), axis):
            search.extend(hand, start, axis, is_touching=False)
    return search.found


class Search:
    def __init__(self, old: dict[Cell, int]) -> None:
        self.old = old
        self.tiles = dict(old)
        self.move: dict[Cell, int] = {}
        self.found: dict[frozenset, int] = {}
        self.firsts: dict[tuple[Cell, int], bool] = {}

    def makes_lines(self, cell: Cell) -> bool:
        runs = (line_cells(self.tiles, cell, axis) for axis in AXES)
        return all(is_line([self.tiles[at] for at in run]) for run in runs)

    def fits(self, cell: Cell, tile: int) -> bool:
        """Whether all is well around the tile just laid; remembered for first tiles of a move."""
        if len(self.move) > 1:
            return self.makes_lines(cell)
        if (cell, tile) not in self.firsts:
            self.firsts[cell, tile] = self.makes_lines(cell)
        return self.firsts[cell, tile]

    def extend(self, rest: list[int], cell: Cell, axis: Cell, *, is_touching: bool) -> None:
        """Try each tile on the cell, then go on to the next empty cell of the row or column.

        A wrong line only gets longer by what follows, so it is given up at once.
        """
        is_touching = is_touching or not self.old or is_next_to(self.old, cell)
        for tile in set(rest):
            self.tiles[cell] = self.move[cell] = tile
            if self.fits(cell, tile):
                if is_touching:
                    key = frozenset((laid, at) for at, laid in self.move.items())
                    self.found[key] = score(self.tiles, self.move)
                self.go_on(rest, tile, cell, axis, is_touching=is_touching)
            del self.tiles[cell], self.move[cell]

    def go_on(
        self, rest: list[int], tile: int, cell: Cell, axis: Cell, *, is_touching: bool
    ) -> None:
        # What follows lies in one line with this tile, so the two must go together (rules 1.3.20).
        left = [other for other in rest if goes_with(tile, other)]
        while cell in self.tiles:
            cell = cell[0] + axis[0], cell[1] + axis[1]
        if left:
            self.extend(left, cell, axis, is_touching=is_touching)
