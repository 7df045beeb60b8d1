"""Every legal placement by brute force, straight from rules 1.3.14-23 and 1.4.25-29.

Shares nothing with the engine but the number of a tile (6 * colour + shape).
"""

from functools import cache

Cell = tuple[int, int]
AXES = ((1, 0), (0, 1))


def is_line(line: list[int]) -> bool:
    """Rules 1.3.20: one colour with all shapes different, or one shape with all colours different."""
    colours = [tile // 6 for tile in line]
    shapes = [tile % 6 for tile in line]
    one_colour = len(set(colours)) == 1 and len(set(shapes)) == len(line)
    one_shape = len(set(shapes)) == 1 and len(set(colours)) == len(line)
    return one_colour or one_shape


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
    found: dict[frozenset, int] = {}
    tiles = dict(old)
    move: dict[Cell, int] = {}

    @cache
    def touches(cell: Cell) -> bool:
        return is_next_to(old, cell)

    def makes_lines(cell: Cell) -> bool:
        lines = (line_cells(tiles, cell, axis) for axis in AXES)
        return all(is_line([tiles[c] for c in line]) for line in lines)

    @cache
    def fits_alone(cell: Cell, tile: int) -> bool:
        tiles[cell] = tile
        fits = makes_lines(cell)
        del tiles[cell]
        return fits

    def extend(rest: list[int], cell: Cell, axis: Cell, *, is_touching: bool) -> None:
        """Try each tile on the cell, then go on to the next empty cell of the row or column.

        A wrong line only gets longer by what follows, so it is given up at once.
        """
        is_touching = is_touching or touches(cell)
        for tile in sorted(set(rest)):
            if not move and touches(cell) and not fits_alone(cell, tile):
                continue
            tiles[cell] = move[cell] = tile
            if makes_lines(cell):
                if is_touching or not old:
                    found[frozenset((laid, at) for at, laid in move.items())] = score(tiles, move)
                left = list(rest)
                left.remove(tile)
                after = cell
                while after in tiles:
                    after = after[0] + axis[0], after[1] + axis[1]
                if left:
                    extend(left, after, axis, is_touching=is_touching)
            del tiles[cell], move[cell]

    for axis in AXES:
        for start in starts(old, len(hand), axis):
            extend(hand, start, axis, is_touching=False)
    return found
