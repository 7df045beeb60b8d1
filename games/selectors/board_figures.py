"""The pictures of the boards on the rules page, counted by the rules themselves."""

from functools import cache
from typing import Any

from games.rules import registry
from games.rules.qwirkle.modules.boards.layout import SIDE, layout_of
from games.rules.qwirkle.tiles import tile_text
from games.selectors.figures import tiles_at

START = "OD@6,1 BS@5,2 RC@4,3 GX@3,4 YL@2,5 PE@1,6"
MOVE = "RS@5,3 RX@6,3"
"""A move on a Connect board that makes two lines and covers a bonus cell."""


@cache
def board_figures() -> dict[str, dict[str, Any]]:
    """Return a Connect board with a move on it, and a Select board.

    ``prints`` as `prints_of` gives them, ``cells`` as in `figures`; with the move its ``lines``,
    its ``bonus`` and its ``points``.
    """
    ruleset = registry.get_qwirkle("qwirkle+boards")
    options = ruleset.parse_options({"boards": "cccc"})
    board = {cell: tile for tile, cell in tiles_at(START)}
    score = ruleset.score(ruleset.open_table(options, board), tiles_at(MOVE))
    new = {cell for _tile, cell in tiles_at(MOVE)}
    connect = {
        "prints": _prints("cccc"),
        "cells": [
            {"x": x, "y": y, "tile": tile_text(tile), "is_new": (x, y) in new}
            for tile, (x, y) in tiles_at(f"{START} {MOVE}")
        ],
        "lines": [line.points for line in score.lines],
        "bonus": score.bonus,
        "points": score.points,
    }
    return {"connect": connect, "select": {"prints": _prints("ssss"), "cells": []}}


def _prints(boards: str) -> list[dict[str, Any]]:
    """Return what the first of four boards shows."""
    layout = layout_of(boards)
    kinds = dict.fromkeys(layout.start, "start") | dict.fromkeys(layout.bonuses, "bonus")
    kinds |= dict.fromkeys(layout.stars, "star") | dict.fromkeys(layout.centre, "centre")
    return [
        {"x": x, "y": y, "kind": kinds[x, y], "points": layout.bonuses.get((x, y))}
        for y in range(SIDE)
        for x in range(SIDE)
        if (x, y) in kinds
    ]
