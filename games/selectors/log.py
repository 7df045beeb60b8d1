"""The move log as everybody may read it."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.types import Cell, Seat
from games.models import Ply

type LogRow = dict[str, Any]

LEAVING = ("resign", "flag")
"""Verbs of the moves with which a seat leaves the game and takes its tiles along."""

USE = "use"
"""Verb of the moves that spend a power or a star disc."""


def log_row(ply: Ply, names: list[str]) -> LogRow:
    """Return one line of the move log; a trade names no tiles.

    ``kind`` is the verb of the move, ``power`` what a use spends ("" otherwise). ``tiles`` lie on
    ``cells`` after a placement or single tiles; they left them when they were taken; the tile of
    an ask has no cell. ``gained`` names the powers that everybody gained by what was drawn,
    ``discs`` counts the star discs that the mover gained.
    """
    verb, *rest = ply.move.split()
    power = rest.pop(0) if verb == USE else ""
    is_placed = verb == "play" or power == "singles"
    placed = [part.partition("@") for part in rest] if is_placed else []
    row = {
        "number": ply.number + 1,
        "seat": ply.seat,
        "name": names[ply.seat],
        "kind": verb,
        "power": power,
        "is_placed": is_placed,
        "tiles": [tile for tile, _at, _cell in placed],
        "cells": [cell for _tile, _at, cell in placed],
        "count": int(rest[0]) if "trade" in (verb, power) else len(placed),
        "points": ply.points,
        "total": ply.total,
        "bag": ply.bag_count,
        "hand": ply.hand_count,
        "gained": [event["power"] for event in ply.events if event["kind"] == "token_gained"],
        "discs": sum(event["count"] for event in ply.events if event["kind"] == "disc_gained"),
        "is_automatic": ply.is_automatic,
        "at": ply.played_at,
    }
    return row | _use(ply.events, names)


def _use(events: Iterable[Mapping[str, Any]], names: list[str]) -> LogRow:
    """Return what an ask or a take did: the tile, and who was asked and who gave."""
    for event in events:
        if event["kind"] == "tile_taken":
            return {"tiles": [event["tile"]], "cells": [event["cell"]]}
        if event["kind"] == "tile_asked":
            giver = event["giver"]
            return {
                "tiles": [event["tile"]],
                "giver": giver,
                "giver_name": "" if giver is None else names[giver],
            }
    return {}


def move_log(plies: Iterable[Ply], names: list[str]) -> list[LogRow]:
    """Return the whole log, newest first.

    Args:
        plies: all of one game, in the order they were played.
        names: of the players, by seat.
    """
    return [log_row(ply, names) for ply in plies][::-1]


def last_cells(log: list[LogRow]) -> list[Cell]:
    """Return the cells of the newest placement, as far as no later move took a tile from them."""
    taken: set[str] = set()
    for row in log:
        if row["is_placed"]:
            pairs = (cell.split(",") for cell in row["cells"] if cell not in taken)
            return [(int(x), int(y)) for x, y in pairs]
        taken.update(row["cells"])
    return []


def round_ends(log: list[LogRow], seats: int) -> list[int]:
    """Return after which plies, by their 1-based numbers, everybody had moved once more.

    Args:
        log: newest first.
        seats: how many sat down; those who left are no longer waited for.
    """
    in_game = set(range(seats))
    waited: set[Seat] = set(in_game)
    ends = []
    for row in reversed(log):
        if row["kind"] == USE and row["power"] != "singles":
            continue  # the turn goes on
        waited.discard(row["seat"])
        if row["kind"] in LEAVING:
            in_game.discard(row["seat"])
        if not waited:
            ends.append(row["number"])
            waited = set(in_game)
    return ends
