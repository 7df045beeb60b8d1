"""The move log as everybody may read it."""

from typing import Any

from games.core.types import Cell
from games.models import Ply

type LogRow = dict[str, Any]


def log_row(ply: Ply, names: list[str]) -> LogRow:
    """Return one line of the move log; a trade names no tiles."""
    verb, *rest = ply.move.split()
    placed = [part.partition("@") for part in rest] if verb == "play" else []
    return {
        "number": ply.number + 1,
        "seat": ply.seat,
        "name": names[ply.seat],
        "kind": verb,
        "tiles": [tile for tile, _at, _cell in placed],
        "cells": [cell for _tile, _at, cell in placed],
        "count": int(rest[0]) if verb == "trade" else len(placed),
        "points": ply.points,
        "total": ply.total,
        "is_automatic": ply.is_automatic,
        "at": ply.played_at,
    }


def last_cells(log: list[LogRow]) -> list[Cell]:
    """Return the cells of the newest placement."""
    for row in log:
        if row["kind"] == "play":
            pairs = (cell.split(",") for cell in row["cells"])
            return [(int(x), int(y)) for x, y in pairs]
    return []
