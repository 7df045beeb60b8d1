"""What happened since somebody's own last move, told by the public log alone."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from games.core.types import Seat
from games.selectors.log import LogRow
from games.selectors.table import TableView


def missed_rows(log: Sequence[LogRow], you: Seat | None, seats: int) -> list[LogRow]:
    """Return the moves after this seat's own last one, oldest first; before its first one, all.

    ``mark`` counts them from 1; ``line`` tells the others apart in turn order from 1, so that each
    seat's tiles get a ring of their own.

    Args:
        log: newest first.
        you: None for somebody who only watches; he has missed nothing.
        seats: how many sat down.
    """
    if you is None:
        return []
    missed = list(takewhile(lambda row: row["seat"] != you, log))[::-1]
    return [
        row | {"mark": mark, "line": (row["seat"] - you) % seats}
        for mark, row in enumerate(missed, start=1)
    ]


def with_since(table: TableView, *, is_shown: bool) -> TableView:
    """Return a player's table with what he has missed as ``since``; None if there is nothing.

    Args:
        is_shown: whether the tiles of the missed moves are marked, as ``since`` of their cells.
    """
    rows = missed_rows(table["log"], table["you"], len(table["seats"]))
    if not rows or table["result"]:
        return table | {"since": None}
    since = {"rows": rows, "count": len(rows), "is_shown": is_shown}
    return table | {"since": since, "board": _marked(table["board"], rows if is_shown else [])}


def _marked(board: dict[str, Any], rows: Sequence[LogRow]) -> dict[str, Any]:
    marks: dict[str, LogRow] = {}
    for row in rows:
        for cell in row["cells"]:
            if row["is_placed"]:
                marks[cell] = row
            else:
                marks.pop(cell, None)
    cells = [cell | {"since": marks.get(f"{cell['x']},{cell['y']}")} for cell in board["cells"]]
    return board | {"cells": cells}
