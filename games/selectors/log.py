"""The move log as everybody may read it."""

from collections.abc import Iterable
from typing import Any

from games.core.types import Cell, Seat
from games.models import Ply
from games.rules.qwirkle.tiles import COPIES, HAND_SIZE, KINDS

type LogRow = dict[str, Any]

LEAVING = ("resign", "flag")
"""Verbs of the moves with which a seat leaves the game and takes its tiles along."""


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


def move_log(plies: Iterable[Ply], names: list[str]) -> list[LogRow]:
    """Return the whole log, newest first; each row also says what it left behind.

    ``bag`` is the number of tiles in the bag after the ply, ``hand`` that of the mover's hand.
    Both follow from the log alone: a placement is followed by drawing up to six as far as the bag
    reaches, a trade gives back as many as it draws, and who leaves takes the hand out of the game.

    Args:
        plies: all of one game, in the order they were played.
        names: of the players, by seat.

    Source: rules 1.2.12, 1.5.34; 6 D25.
    """
    hands = [HAND_SIZE] * len(names)
    bag = COPIES * len(KINDS) - sum(hands)
    rows = []
    for ply in plies:
        row = log_row(ply, names)
        hand, drawn = _after(row, hands[ply.seat], bag)
        hands[ply.seat] = hand
        bag -= drawn
        rows.append(row | {"bag": bag, "hand": hand})
    return rows[::-1]


def last_cells(log: list[LogRow]) -> list[Cell]:
    """Return the cells of the newest placement."""
    for row in log:
        if row["kind"] == "play":
            pairs = (cell.split(",") for cell in row["cells"])
            return [(int(x), int(y)) for x, y in pairs]
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
        waited.discard(row["seat"])
        if row["kind"] in LEAVING:
            in_game.discard(row["seat"])
        if not waited:
            ends.append(row["number"])
            waited = set(in_game)
    return ends


def _after(row: LogRow, hand: int, bag: int) -> tuple[int, int]:
    """Return the mover's hand after this row, and how many tiles have left the bag."""
    if row["kind"] in LEAVING:
        return 0, 0
    if row["kind"] != "play":
        return hand, 0
    left = hand - row["count"]
    drawn = min(HAND_SIZE - left, bag)
    return left + drawn, drawn
