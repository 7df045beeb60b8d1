"""The pictures of the rules page, counted by the rules themselves."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from games.core.types import Cell
from games.rules.qwirkle.board import as_board
from games.rules.qwirkle.powers.takeable import takeable_cells
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

SINGLES = ("GS@0,0 GX@1,0", "GC@2,0 GD@3,0 BD@3,1")
"""A table, and three tiles laid one after the other, each a move of its own (rules 2.4.31)."""

TAKING = "RC@0,0 RS@1,0 RX@2,0 RD@3,0 BC@0,1 BS@1,1 BX@2,1"
"""A table on which a token may take more tiles than a card (rules 2.7.51, 3.8)."""


@cache
def figures() -> dict[str, dict[str, Any]]:
    """Return what each picture shows.

    ``cols``, ``rows``; ``cells`` row by row, each with ``x``, ``y``, ``tile`` and ``is_new``; for
    legal moves also ``lines`` (the points of each line) and ``points`` (all of them).
    ``singles`` has the points of each tile as its lines; in ``take_token`` and ``take_card``
    ``is_new`` marks the tiles that may be taken.
    """
    legal = {name: _figure(*example) | _count(*example) for name, example in EXAMPLES.items()}
    refused = {name: _figure(*example) for name, example in REFUSED.items()}
    taking = {"take_token": _taking(only_ends=False), "take_card": _taking(only_ends=True)}
    return legal | refused | taking | {"singles": _singles()}


def tiles_at(text: str) -> list[tuple[Tile, Cell]]:
    """Return the tiles of an example with their cells."""
    parts = (part.partition("@") for part in text.split())
    cells = ((tile, at.split(",")) for tile, _at, at in parts)
    return [(parse_tile(tile), (int(x), int(y))) for tile, (x, y) in cells]


def _count(before: str, move: str) -> dict[str, Any]:
    board = {cell: tile for tile, cell in tiles_at(before)}
    score = score_placement(board, tiles_at(move))
    return {"lines": [line.points for line in score.lines], "points": score.points}


def _singles() -> dict[str, Any]:
    before, move = SINGLES
    board = {cell: tile for tile, cell in tiles_at(before)}
    points = []
    for tile, cell in tiles_at(move):
        points.append(score_placement(board, [(tile, cell)]).points)
        board[cell] = tile
    return _figure(*SINGLES) | {"lines": points, "points": sum(points)}


def _taking(*, only_ends: bool) -> dict[str, Any]:
    laid = tiles_at(TAKING)
    board = as_board({cell: tile for tile, cell in laid})
    found = takeable_cells(board, only_ends=only_ends, may_disconnect=False)
    return {"cells": list(_cells(laid, set(found))), **_size(cell for _tile, cell in laid)}


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
