"""Whether a set of tiles may be laid on certain cells, and which rule forbids it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from games.core.errors import BadRequestError, IllegalMoveError
from games.core.types import Cell
from games.rules.qwirkle.board import ALL_KINDS, BITS, PEERS, Board, as_board, lines_through
from games.rules.qwirkle.tiles import COLOUR_NAMES, SHAPE_NAMES, Tile, colour, shape

type Placed = Sequence[tuple[Tile, Cell]]
type Line = Sequence[tuple[Tile, Cell]]

NO_TILES = "Name at least one tile"
NOT_IN_HAND = "There is no {tile} in your hand"
NOT_SO_MANY_IN_HAND = "You do not hold {count} {tile}s"
CELL_TAKEN = "A tile lies there already"
CELL_NAMED_TWICE = "Only one tile fits into a place"
CELL_OFF_BOARD = "That place is not on the board"
NOT_ONE_LINE = "Tiles of one turn go in one line"
GAP_IN_LINE = "Leave no gap between the tiles"
NOT_CONNECTED = "It has to touch a tile on the table"
OFF_START = "The first move covers one of the four start cells in the middle"
MISMATCH_IN_LINE = "This line shares neither colour nor shape"
DUPLICATE_IN_LINE = "Two {tile}s in one line"
OPENING_TOO_SMALL = "The first move must have {count} tiles"


def tile_name(tile: Tile) -> str:
    """Return the name of a tile in plain words, e.g. ``red square``."""
    return f"{COLOUR_NAMES[colour(tile)]} {SHAPE_NAMES[shape(tile)]}"


def check_named(tiles: Sequence[object]) -> None:
    """Refuse a move that names no tile. Raises BadRequestError ``bad_request``."""
    if not tiles:
        raise BadRequestError("bad_request", NO_TILES)


def check_in_hand(hand: Sequence[Tile], tiles: Sequence[Tile], *, placed: Placed = ()) -> None:
    """Refuse tiles that the hand does not hold, counted with multiplicity (rules 1.3.14).

    Args:
        hand: the hand at the start of the move.
        tiles: what the move uses.
        placed: the same with cells, to name those at fault.

    Raises:
        IllegalMoveError: ``not_in_hand``.
    """
    rest = list(hand)
    for tile in tiles:
        if tile in rest:
            rest.remove(tile)
            continue
        name = tile_name(tile)
        count = tiles.count(tile)
        sentence = (
            NOT_SO_MANY_IN_HAND.format(count=count, tile=name)
            if tile in hand
            else NOT_IN_HAND.format(tile=name)
        )
        cells = [cell for other, cell in placed if other == tile]
        raise IllegalMoveError("not_in_hand", sentence, cells=cells)


def check_placement(
    board: Mapping[Cell, Tile],
    placed: Placed,
    *,
    region: AbstractSet[Cell] | None = None,
    opening_cells: AbstractSet[Cell] | None = None,
) -> list[list[tuple[Tile, Cell]]]:
    """Refuse a placement that breaks one of rules 1.3.15-23, whoever makes it.

    Args:
        board: the tiles before the move.
        placed: at least one tile with its cell, in any order.
        region: the cells that exist; all when None.
        opening_cells: where a placement may lie without touching a tile; on an empty board, where
            it has to lie. Anywhere on an empty board when None.

    Returns:
        The lines that the placement makes, as `lines_through` gives them.

    Raises:
        IllegalMoveError: the first that applies of ``cell_taken``, ``cell_off_board``,
            ``not_one_line``, ``gap_in_line``, ``not_connected``, ``mismatch_in_line``,
            ``duplicate_in_line``. A line of more than six always holds one of the last two.
    """
    cells = [cell for _, cell in placed]
    _check_cells(board, cells, region)
    _check_one_line(board, cells)
    _check_connected(as_board(board), cells, opening_cells)
    lines = lines_through(board, placed)
    faults = [fault for line in lines if (fault := _line_fault(line))]
    if faults:
        raise min(faults, key=lambda fault: fault.code != "mismatch_in_line")
    return lines


def check_opening(placed: Placed, count: int) -> None:
    """Refuse a first move that is smaller than the opener's largest set (rules 1.1.9).

    Args:
        placed: the tiles of the move.
        count: how many it must have; 0 when any number will do.

    Raises:
        IllegalMoveError: ``opening_too_small``.
    """
    if len(placed) < count:
        sentence = OPENING_TOO_SMALL.format(count=count)
        raise IllegalMoveError(
            "opening_too_small", sentence, cells=[cell for _, cell in placed], count=count
        )


def _check_connected(
    board: Board, cells: Sequence[Cell], opening_cells: AbstractSet[Cell] | None
) -> None:
    if any(cell in board.anchors for cell in cells):
        return
    if opening_cells is not None and opening_cells.isdisjoint(cells):
        raise IllegalMoveError("not_connected", NOT_CONNECTED if board else OFF_START, cells=cells)
    if board and opening_cells is None:
        raise IllegalMoveError("not_connected", NOT_CONNECTED, cells=cells)


def _check_cells(
    board: Mapping[Cell, Tile], cells: Sequence[Cell], region: AbstractSet[Cell] | None
) -> None:
    taken = [cell for cell in cells if cell in board]
    if taken:
        raise IllegalMoveError("cell_taken", CELL_TAKEN, cells=taken)
    if len(set(cells)) < len(cells):
        twice = [cell for cell, count in Counter(cells).items() if count > 1]
        raise IllegalMoveError("cell_taken", CELL_NAMED_TWICE, cells=twice)
    if region is not None:
        outside = [cell for cell in cells if cell not in region]
        if outside:
            raise IllegalMoveError("cell_off_board", CELL_OFF_BOARD, cells=outside)


def _check_one_line(board: Mapping[Cell, Tile], cells: Sequence[Cell]) -> None:
    first_x, first_y = min(cells)
    last_x, last_y = max(cells)
    if first_x != last_x and any(y != first_y for _, y in cells):
        raise IllegalMoveError("not_one_line", NOT_ONE_LINE, cells=cells)
    step_x, step_y = int(first_x != last_x), int(first_y != last_y)
    x, y = first_x, first_y
    while (x, y) != (last_x, last_y):
        x, y = x + step_x, y + step_y
        # The first hole is enough: between far-away cells there could be a million of them.
        if (x, y) not in board and (x, y) not in cells:
            raise IllegalMoveError("gap_in_line", GAP_IN_LINE, cells=[(x, y)])


def _line_fault(line: Line) -> IllegalMoveError | None:
    """Return what breaks rule 1.3.20 in a line of two or more tiles, or None."""
    fits = ALL_KINDS
    for tile, _ in line:
        if not fits & BITS[tile]:
            break
        fits &= PEERS[tile]
    else:
        return None
    colours = {colour(tile) for tile, _ in line}
    shapes = {shape(tile) for tile, _ in line}
    if len(colours) > 1 and len(shapes) > 1:
        cells = [cell for _, cell in line]
        return IllegalMoveError("mismatch_in_line", MISMATCH_IN_LINE, cells=cells)
    twice = Counter(tile for tile, _ in line).most_common(1)[0][0]
    twins = [cell for tile, cell in line if tile == twice]
    sentence = DUPLICATE_IN_LINE.format(tile=tile_name(twice))
    return IllegalMoveError("duplicate_in_line", sentence, cells=twins)
