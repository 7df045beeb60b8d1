"""Every legal placement of a hand, each made once, with its points."""

from collections.abc import Collection, Container, Iterable, Mapping
from typing import NamedTuple

from games.core.types import Cell
from games.rules.qwirkle.board import ALL_KINDS, BITS, FREE, PEERS, QWIRKLE, Slot, as_board
from games.rules.qwirkle.tiles import KINDS, Tile

type Laid = tuple[tuple[Tile, Cell], ...]

ORIGIN: Cell = (0, 0)
"""Where lines on an empty board begin."""


class Placement(NamedTuple):
    """A legal placement: tiles with their cells, sorted by cell, and what it scores."""

    tiles: Laid
    score: int


type _Step = tuple[Cell, int, int, int, int, int]
"""One more empty cell that a line can take in, and the run beyond it that is joined by that: the
cell, what the other axis takes and scores there, then length, kinds and peers of that run."""

type _Reach = tuple[list[Cell], list[_Step]]
"""What an anchor's line can grow into along one axis: cells before it, steps after it, nearest
first. Both lists hold what was needed so far."""

_new = tuple.__new__  # a third faster than the class itself, and called for every move


def placements(board: Mapping[Cell, Tile], hand: Iterable[Tile]) -> list[Placement]:
    """Return all placements that rules 1.3.14-23 allow for this hand.

    Equal tiles of the hand are not told apart. On an empty board only lines that begin at (0, 0)
    are made, as all others are the same but for their place. A `Board` is fastest; any other
    mapping is turned into one first.
    """
    return _Search(hand).run(as_board(board).anchors)


def may_place(
    board: Mapping[Cell, Tile],
    hand: Iterable[Tile],
    *,
    region: Container[Cell] | None = None,
    barred: Collection[tuple[Tile, Cell]] = (),
) -> bool:
    """Return whether any placement exists.

    One tile decides: if several can be laid, so can the one of them that touches the table.

    Args:
        region: the cells that there are; all when None.
        barred: which tiles may not go where.
    """
    mask = 0
    for tile in hand:
        mask |= BITS[tile]
    if not board:
        return mask != 0
    for cell, (across, down) in as_board(board).anchors.items():
        fits = mask & across.fits & down.fits
        if not fits or (region is not None and cell not in region):
            continue
        for tile, where in barred:
            if where == cell:
                fits &= ~BITS[tile]
        if fits:
            return True
    return False


def may_place_free(board: Mapping[Cell, Tile], hand: Iterable[Tile], cells: Iterable[Cell]) -> bool:
    """Return whether any tile can lie on one of these cells and touch no tile of the board."""
    board = as_board(board)
    is_free = any(cell not in board and cell not in board.anchors for cell in cells)
    return is_free and any(True for _ in hand)


def free_placements(
    board: Mapping[Cell, Tile], hand: Iterable[Tile], cells: Iterable[Cell]
) -> list[Placement]:
    """Return the placements that cover one of these cells and touch no tile of the board."""
    board = as_board(board)
    found: dict[Placement, None] = {}
    lines = placements({}, hand)
    for target_x, target_y in cells:
        for line in lines:
            for _, (x, y) in line.tiles:
                shift_x, shift_y = target_x - x, target_y - y
                laid = tuple((tile, (a + shift_x, b + shift_y)) for tile, (a, b) in line.tiles)
                if not any(cell in board or cell in board.anchors for _, cell in laid):
                    found[Placement(laid, line.score)] = None
    return list(found)


class _Search:
    """One run of the generator.

    Each move is made once, from its leftmost (topmost) anchor: to the right over anything, to the
    left over cells that are no anchors only.
    """

    __slots__ = ("_anchors", "_axis", "_choices", "_found", "_mask", "_peers")

    def __init__(self, hand: Iterable[Tile]) -> None:
        self._mask = sum(BITS[tile] for tile in set(hand))
        # By mask: its tiles with their peers, and the peers of any of them; filled on first use, as
        # a hand of six has 64 masks at most.
        self._choices: dict[int, list[tuple[Tile, int]]] = {}
        self._peers: dict[int, int] = {}
        self._found: list[Placement] = []
        self._anchors: dict[Cell, tuple[Slot, Slot]] = {}
        self._axis = 0

    def run(self, anchors: dict[Cell, tuple[Slot, Slot]]) -> list[Placement]:
        """Return every placement; see `placements`."""
        # One tile on an empty table scores 1 (rules 1.4.29), though it makes no line.
        alone = 0 if anchors else 1
        self._anchors = anchors or {ORIGIN: (FREE, FREE)}
        mask = self._mask
        append = self._found.append
        for cell, (across, down) in self._anchors.items():
            across_fits = across[0]
            down_fits = down[0]
            fits = mask & across_fits & down_fits
            if not fits:
                continue
            tiles = self._choices.get(fits) or self._split(fits)
            points = across[2] + down[2] or alone
            for tile, _ in tiles:
                append(_new(Placement, (((tile, cell),), points)))
            # A longer line needs another tile of the hand that fits along it.
            partners = mask & self._peers[fits]
            if partners & across_fits:
                self._grow(cell, across, down[2], tiles, 0)
            if partners & down_fits:
                self._grow(cell, down, across[2], tiles, 1)
        return self._found

    def _grow(
        self, cell: Cell, slot: Slot, cross: int, tiles: list[tuple[Tile, int]], axis: int
    ) -> None:
        """Make the longer moves of an anchor along one axis, beginning with each of the tiles."""
        fits = slot[0]
        partners = fits & self._mask
        self._axis = axis
        first = self._step(cell, 1 + slot.after_length)
        befores: list[Cell] = []
        # On an empty table lines begin at the anchor.
        if not slot.before_length and len(self._anchors) > 1:
            self._step_back(cell, befores)
        # Second tiles there could be: any before the anchor, else what the first cell after takes.
        seconds = partners if befores else partners & first[1] & first[5]
        if not seconds:
            return
        reach = befores, [first]
        for tile, peers in tiles:
            if peers & seconds:
                self._extend(((tile, cell),), peers & fits, slot[1] + 1, cross, reach, 0)

    def _extend(
        self, laid: Laid, line: int, length: int, cross: int, reach: _Reach, index: int
    ) -> None:
        """Lay more tiles: after the line as it is, then before it and so on.

        Args:
            laid: tiles of the move so far, in board order.
            line: kinds that the line still takes.
            length: tiles in the line, old ones included.
            cross: points of the crossing lines so far.
            reach: cells on either side of the anchor.
            index: how many cells before the anchor are taken.
        """
        befores, afters = reach
        after = afters[0]
        if line & self._mask & after[1] & after[5]:
            self._extend_after(laid, line, length, cross, afters, 0)
        if index == len(befores):
            return
        cell = befores[index]
        index += 1
        if index == len(befores):
            self._step_back(cell, befores)
        fits = line & self._mask
        length += 1
        points = cross + length if length < QWIRKLE else cross + 2 * QWIRKLE
        for tile, peers in self._choices.get(fits) or self._split(fits):
            more = ((tile, cell), *laid)
            self._found.append(_new(Placement, (more, points)))
            rest = line & peers
            if rest & self._mask:
                self._extend(more, rest, length, cross, reach, index)

    def _extend_after(
        self, laid: Laid, line: int, length: int, cross: int, steps: list[_Step], index: int
    ) -> None:
        cell, cross_fits, cross_points, joined_length, joined_bits, joined_fits = steps[index]
        if joined_bits & ~line:
            return  # the run beyond does not suit this line, so nothing can close the gap
        line &= joined_fits
        mask = self._mask
        fits = line & mask & cross_fits
        if not fits:
            return
        index += 1
        if index == len(steps):
            steps.append(self._step(cell, 1 + joined_length))
        length += 1 + joined_length
        cross += cross_points
        points = cross + length if length < QWIRKLE else cross + 2 * QWIRKLE
        append = self._found.append
        for tile, peers in self._choices.get(fits) or self._split(fits):
            more = (*laid, (tile, cell))
            append(_new(Placement, (more, points)))
            rest = line & peers
            if rest & mask:
                self._extend_after(more, rest, length, cross, steps, index)

    def _step(self, cell: Cell, distance: int) -> _Step:
        """Return the step to the empty cell at this distance after a cell."""
        x, y = cell
        axis = self._axis
        after = (x, y + distance) if axis else (x + distance, y)
        slots = self._anchors.get(after)
        if slots is None:
            return after, ALL_KINDS, 0, 0, 0, ALL_KINDS
        cross = slots[1 - axis]
        along = slots[axis]
        return after, cross[0], cross[2], along[5], along[6], along[7]

    def _step_back(self, cell: Cell, befores: list[Cell]) -> None:
        """Add the cell before this one unless it is an anchor, which begins its own moves."""
        x, y = cell
        before = (x, y - 1) if self._axis else (x - 1, y)
        if before not in self._anchors:
            befores.append(before)

    def _split(self, mask: int) -> list[tuple[Tile, int]]:
        choices = []
        all_peers = 0
        rest = mask
        while rest:
            kind = (rest & -rest).bit_length() - 1
            choices.append((KINDS[kind], PEERS[kind]))
            all_peers |= PEERS[kind]
            rest &= rest - 1
        self._peers[mask] = all_peers
        self._choices[mask] = choices
        return choices
