"""Which tiles of a board may be taken off it (rules 2.7.50-57, 3.8, 4.1.6)."""

from games.core.errors import IllegalMoveError
from games.core.types import Cell
from games.rules.qwirkle.board import ACROSS, DOWN, QWIRKLE, Board, neighbours

EMPTY_CELL = "There is no tile to take"
IN_QWIRKLE = "A tile of a Qwirkle stays where it is"
DISCONNECTS = "Without this tile the board would fall apart"
INSIDE_LINE = "Only a tile at the end of its lines may be taken"
LAST_TILE = "The last tile stays on the board"


def take_fault(
    board: Board, cell: Cell, *, only_ends: bool, may_disconnect: bool
) -> IllegalMoveError | None:
    """Return why the tile on a cell may not be taken, or None.

    Args:
        only_ends: a tile between two others of its row or column stays (rules 3.8).
        may_disconnect: the rest may fall apart (rules 2.7.57).

    Returns:
        The first that applies of ``take_empty_cell``, ``take_in_qwirkle``, ``take_disconnects``,
        ``take_inside_line``, ``take_last_tile``.
    """
    if cell not in board:
        return _fault("take_empty_cell", EMPTY_CELL, cell)
    if any(_line_length(board, cell, axis) == QWIRKLE for axis in (ACROSS, DOWN)):
        return _fault("take_in_qwirkle", IN_QWIRKLE, cell)
    if not may_disconnect and not board.is_connected(without=cell):
        return _fault("take_disconnects", DISCONNECTS, cell)
    if only_ends and _is_inside_line(board, cell):
        return _fault("take_inside_line", INSIDE_LINE, cell)
    if len(board) == 1:
        return _fault("take_last_tile", LAST_TILE, cell)
    return None


def is_any_takeable(board: Board, *, only_ends: bool, may_disconnect: bool) -> bool:
    """Return whether any tile may be taken; see `take_fault`."""
    rule = {"only_ends": only_ends, "may_disconnect": True}
    if may_disconnect:
        return any(take_fault(board, cell, **rule) is None for cell in board)
    # Mostly there is a tile with one neighbour only, which holds nothing together.
    if board.is_connected() and any(
        len(_tiles_beside(board, cell)) == 1 and take_fault(board, cell, **rule) is None
        for cell in board
    ):
        return True
    return bool(takeable_cells(board, only_ends=only_ends, may_disconnect=False))


def takeable_cells(board: Board, *, only_ends: bool, may_disconnect: bool) -> tuple[Cell, ...]:
    """Return the cells whose tiles may be taken, row by row; see `take_fault`."""
    rule = {"only_ends": only_ends, "may_disconnect": True}
    found = [cell for cell in board if take_fault(board, cell, **rule) is None]
    if not may_disconnect:
        found = _without_cuts(board, found)
    return tuple(sorted(found, key=lambda cell: cell[::-1]))


def _without_cuts(board: Board, cells: list[Cell]) -> list[Cell]:
    """Return the cells without which the board is one group."""
    if not board.is_connected():
        return [cell for cell in cells if board.is_connected(without=cell)]
    cuts = _cut_cells(board)
    return [cell for cell in cells if cell not in cuts]


def _cut_cells(board: Board) -> set[Cell]:
    """Return the cells that hold a connected board together: its articulation points.

    One depth-first walk: a cell is a cut if something below it reaches nothing above it.
    """
    root = next(iter(board), None)
    if root is None:
        return set()
    cuts: set[Cell] = set()
    depth = {root: 0}
    lowest = {root: 0}
    children_of_root = 0
    path: list[tuple[Cell, list[Cell]]] = [(root, _tiles_beside(board, root))]
    while path:
        cell, ahead = path[-1]
        if ahead:
            after = ahead.pop()
            if after in depth:
                lowest[cell] = min(lowest[cell], depth[after])
            else:
                depth[after] = lowest[after] = len(path)
                path.append((after, _tiles_beside(board, after)))
            continue
        path.pop()
        if not path:
            break
        above = path[-1][0]
        lowest[above] = min(lowest[above], lowest[cell])
        if above == root:
            children_of_root += 1
        elif lowest[cell] >= depth[above]:
            cuts.add(above)
    if children_of_root > 1:
        cuts.add(root)
    return cuts


def _tiles_beside(board: Board, cell: Cell) -> list[Cell]:
    return [other for other in neighbours(cell) if other in board]


def _line_length(board: Board, cell: Cell, axis: tuple[int, int]) -> int:
    step_x, step_y = axis
    length = 1
    for sign in (1, -1):
        x, y = cell[0] + sign * step_x, cell[1] + sign * step_y
        while (x, y) in board:
            length += 1
            x, y = x + sign * step_x, y + sign * step_y
    return length


def _is_inside_line(board: Board, cell: Cell) -> bool:
    left, right, above, below = (other in board for other in neighbours(cell))
    return (left and right) or (above and below)


def _fault(code: str, sentence: str, cell: Cell) -> IllegalMoveError:
    return IllegalMoveError(code, sentence, cells=[cell])
