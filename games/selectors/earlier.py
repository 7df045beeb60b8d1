"""The table as it was after an earlier move, told by the public log alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.models import Game
from games.rules.qwirkle.tiles import COPIES, HAND_SIZE, KINDS, tile_text
from games.selectors.log import LEAVING, LogRow
from games.selectors.table import TableView, table_view

ALL_TILES = COPIES * len(KINDS)
FIRST = {"score": 0, "last_points": None, "hand_count": HAND_SIZE, "has_left": False}
"""What a seat has before its first move."""


def replay_view(game: Game, viewer_id: int | None, now: datetime) -> TableView:
    """Return the table for looking back: while the game runs, as somebody without a seat sees it.

    The viewer's own seat comes first and is named, as on his table.
    """
    if not game.is_running:
        return table_view(game, viewer_id, now) | {"is_replay": True}
    table = table_view(game, None, now)
    seats = [seat | {"is_you": seat["user_id"] == viewer_id} for seat in table["seats"]]
    first = next((seat["seat"] for seat in seats if seat["is_you"]), 0)
    return table | {"seats": seats[first:] + seats[:first], "is_replay": True}


def table_then(table: TableView, number: int) -> TableView:
    """Return a table as it was after one of its moves; what came later lies there unseen.

    The plane keeps its size, so that no tile moves when one steps on: a later tile is a cell that
    ``is_later``. ``then`` tells the ``number`` of the move and its ``row`` in the log.

    Args:
        table: as `replay_view` gives it.
        number: of the move, from 1 to as many as the log has.
    """
    past = table["log"][-number:]  # newest first
    board = table["board"]
    tiles = tiles_then(table["log"], board["cells"], number)
    last = next((row["cells"] for row in past if row["is_placed"]), ())
    unseen = _unseen(tiles)
    return table | {
        "then": {"number": number, "row": past[0]},
        "clock": None,
        "pause": None,
        "board": board
        | {
            "cells": [_cell(cell, tiles, last) for cell in board["cells"]],
            "ghosts": [_cell(ghost, tiles, last) for ghost in board["ghosts"]],
        },
        "seats": [_seat(seat, past) for seat in table["seats"]],
        "bag_count": past[0]["bag"],
        "unseen": [unseen[row : row + 6] for row in range(0, 36, 6)],
        "unseen_count": ALL_TILES - len(tiles),
    }


def tiles_then(
    log: Sequence[LogRow], end: Sequence[Mapping[str, Any]], number: int
) -> dict[str, str]:
    """Return the tile on each cell ``x,y`` after a move.

    What lay there before the first move is what lies there at the end, or was taken, and was never
    placed.

    Args:
        log: newest first.
        end: the cells of the plane now, as `plane` gives them.
    """
    tiles: dict[str, str] = {}
    laid: dict[str, str] = {}
    for row in reversed(log):
        for cell, tile in _pairs(row):
            if row["is_placed"]:
                laid[cell] = tile
            elif laid.pop(cell, None) is None:
                tiles[cell] = tile
    tiles |= {_name(cell): cell["tile"] for cell in end if _name(cell) not in laid}
    for row in log[: -number - 1 : -1]:
        for cell, tile in _pairs(row):
            if row["is_placed"]:
                tiles[cell] = tile
            else:
                tiles.pop(cell, None)
    return tiles


def _pairs(row: LogRow) -> Iterable[tuple[str, str]]:
    """Return the cells and tiles that a move laid or took; the tile of an ask has no cell."""
    return zip(row["cells"], row["tiles"], strict=False)


def _name(cell: Mapping[str, Any]) -> str:
    return f"{cell['x']},{cell['y']}"


def _cell(cell: Mapping[str, Any], tiles: Mapping[str, str], last: Sequence[str]) -> dict[str, Any]:
    name = _name(cell)
    is_there = tiles.get(name) == cell["tile"]
    return {
        **cell,
        "is_later": not is_there,
        "is_there": is_there,
        "is_last": is_there and name in last,
        "is_qwirkle": False,
    }


def _seat(seat: Mapping[str, Any], past: Sequence[LogRow]) -> dict[str, Any]:
    row = next((row for row in past if row["seat"] == seat["seat"]), None)
    is_last = past[0]["seat"] == seat["seat"]
    then = FIRST if row is None else _seat_after(row)
    return {**seat, **then, "is_to_move": is_last, "hand": [], "powers": [], "discs": 0}


def _seat_after(row: LogRow) -> dict[str, Any]:
    """Return what a seat had after its move of this row."""
    return {
        "score": row["total"],
        "last_points": row["points"],
        "hand_count": row["hand"],
        "has_left": row["kind"] in LEAVING,
    }


def _unseen(tiles: Mapping[str, str]) -> list[int]:
    laid = Counter(tiles.values())
    return [COPIES - laid[tile_text(kind)] for kind in KINDS]
