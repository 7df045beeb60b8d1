"""The board as a plane of cells, for the table and for small pictures of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.types import Cell
from games.rules.qwirkle.tiles import Tile, tile_text

EMPTY_REACH = 2
"""An empty plane shows this many cells around the first one."""


def plane(board: Mapping[Cell, Tile], last: Iterable[Cell] = ()) -> dict[str, Any]:
    """Return the board as a plane with one free cell around the tiles.

    ``left`` and ``top`` count from the plane's top left corner; ``cells`` go row by row.
    """
    xs = [x for x, _y in board] or [-EMPTY_REACH + 1, EMPTY_REACH - 1]
    ys = [y for _x, y in board] or [-EMPTY_REACH + 1, EMPTY_REACH - 1]
    min_x, min_y = min(xs) - 1, min(ys) - 1
    ringed = set(last)
    return {
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
            }
            for (x, y), tile in sorted(board.items(), key=lambda item: item[0][::-1])
        ],
    }
