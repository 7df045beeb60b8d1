"""The board as a plane of cells, for the table and for small pictures of it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from games.core.types import Cell
from games.rules.qwirkle.board import QWIRKLE, lines_through
from games.rules.qwirkle.tiles import Tile, tile_text

EMPTY_REACH = 2
"""An empty plane shows this many cells around the first one."""


def plane(
    board: Mapping[Cell, Tile],
    last: Iterable[Cell] = (),
    qwirkles: Iterable[Cell] = (),
    region: Collection[Cell] = (),
) -> dict[str, Any]:
    """Return the board as a plane with one free cell around the tiles, or around its region.

    ``left`` and ``top`` count from the plane's top left corner; ``cells`` go row by row.

    Args:
        last: the cells of the last placement.
        qwirkles: the cells of the Qwirkles that it made.
        region: the cells that there are, where the table has an edge.
    """
    shown = region or board
    xs = [x for x, _y in shown] or [-EMPTY_REACH + 1, EMPTY_REACH - 1]
    ys = [y for _x, y in shown] or [-EMPTY_REACH + 1, EMPTY_REACH - 1]
    min_x, min_y = min(xs) - 1, min(ys) - 1
    ringed, shining = set(last), set(qwirkles)
    return {
        "has_edge": bool(region),
        "cols": max(xs) - min_x + 2,
        "rows": max(ys) - min_y + 2,
        "min_x": min_x,
        "min_y": min_y,
        "cells": [
            {
                "x": x,
                "y": y,
                "left": x - min_x,
                "top": y - min_y,
                "tile": tile_text(tile),
                "is_last": (x, y) in ringed,
                "is_qwirkle": (x, y) in shining,
            }
            for (x, y), tile in sorted(board.items(), key=lambda item: item[0][::-1])
        ],
    }


def qwirkle_cells(board: Mapping[Cell, Tile], last: Iterable[Cell]) -> list[Cell]:
    """Return the cells of the Qwirkles that the last placed tiles belong to (rules 1.4.27).

    Args:
        board: all tiles, those of the placement among them.
    """
    cells: dict[Cell, None] = {}
    for placed in last:
        before = {cell: tile for cell, tile in board.items() if cell != placed}
        for line in lines_through(before, [(board[placed], placed)]):
            if len(line) == QWIRKLE:
                cells.update((cell, None) for _tile, cell in line)
    return list(cells)
