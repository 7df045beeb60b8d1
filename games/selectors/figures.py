"""The pictures of the rules page, counted by the rules themselves."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from games.core.types import Cell
from games.rules.qwirkle.scoring import score_placement
from games.rules.qwirkle.tiles import Tile, parse_tile, tile_text

EXAMPLES = {
    # name: (the table before the move, the move)
    "shape": ("", "RL@0,0 YL@1,0 GL@2,0 PL@3,0"),
    "colour": ("", "BC@0,0 BS@1,0 BX@2,0"),
    "longer": ("OC@0,0 OD@1,0 OS@2,0", "OX@3,0"),
    "corner": ("RS@0,0 RC@1,0 RX@2,0 GX@2,1 GL@3,1 YL@3,2", "RL@3,0"),
    "beside": ("GC@0,0 GS@1,0 GD@2,0", "BS@1,1 BD@2,1"),
    "qwirkle": ("GC@0,0 GS@1,0 GD@2,0 GL@3,0 GX@4,0", "GE@5,0"),
}
"""Legal moves, each with a table to lay it on, in the notation of docs/notation.md."""

REFUSED = {
    "twice": ("OE@0,0 OD@1,0", "OE@2,0"),
    "neither": ("RS@0,0 RC@1,0", "BX@2,0"),
}
"""Moves that rules 1.3.20 forbids."""


@cache
def figures() -> dict[str, dict[str, Any]]:
    """Return what each picture shows.

    ``cols``, ``rows``; ``cells`` row by row, each with ``x``, ``y``, ``tile`` and ``is_new``; for
    legal moves also ``lines`` (the points of each line) and ``points`` (all of them).
    """
    legal = {name: _figure(*example) | _count(*example) for name, example in EXAMPLES.items()}
    return legal | {name: _figure(*example) for name, example in REFUSED.items()}


def tiles_at(text: str) -> list[tuple[Tile, Cell]]:
    """Return the tiles of an example with their cells."""
    parts = (part.partition("@") for part in text.split())
    cells = ((tile, at.split(",")) for tile, _at, at in parts)
    return [(parse_tile(tile), (int(x), int(y))) for tile, (x, y) in cells]


def _count(before: str, move: str) -> dict[str, Any]:
    board = {cell: tile for tile, cell in tiles_at(before)}
    score = score_placement(board, tiles_at(move))
    return {"lines": [line.points for line in score.lines], "points": score.points}


def _figure(before: str, move: str) -> dict[str, Any]:
    # On an empty table everything is new: then a ring would tell nothing.
    new = {cell for _tile, cell in tiles_at(move)} if before else set()
    laid = tiles_at(before) + tiles_at(move)
    return {"cells": list(_cells(laid, new)), **_size(cell for _tile, cell in laid)}


def _cells(laid: list[tuple[Tile, Cell]], new: set[Cell]) -> Iterable[dict[str, Any]]:
    for tile, (x, y) in sorted(laid, key=lambda item: item[1][::-1]):
        yield {"x": x, "y": y, "tile": tile_text(tile), "is_new": (x, y) in new}


def _size(cells: Iterable[Cell]) -> dict[str, int]:
    columns, rows = zip(*cells, strict=True)
    return {"cols": max(columns) + 1, "rows": max(rows) + 1}
