"""The game record ``qwirkle-record/1`` (docs/notation.md section 3): its shape and its writer.

A record holds texts; what they mean is found out when it is played through (`replay`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.types import Seat

FORMAT = "qwirkle-record/1"
HIDDEN = "?"
"""Stands for a tile that the reader of a running game's record may not know."""

type Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordMove:
    """One move of a record.

    Attributes:
        seat: who moved.
        move: the notation, blanks tidied.
        score, total: the mover's points for this move and so far; checked when present.
        drew: what the mover drew, in order; None = the front of the bag.
        gave, gave_drew: the seat that gave a tile when asked, and what it drew.
        at: time as text; carried.
        extras: carried keys.
    """

    seat: Seat
    move: str
    score: int | None = None
    total: int | None = None
    drew: Tiles | None = None
    gave: Seat | None = None
    gave_drew: Tiles | None = None
    at: str | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record.

    Attributes:
        options: as written; the ruleset fills in the rest.
        seats: names in clockwise order.
        hands: starting hands; None when not told, and None for each seat not told.
        bag: first drawn first; None when not told.
        board: tiles on cells at the start.
        tokens: powers by seat at the start, where a record gives them.
        result: ``scores``, ``winners``, ``reason``; carried.
        fair: ``commitment`` and, when the game is over, ``seed``.
        extras: carried keys.
    """

    ruleset: str
    seats: tuple[str, ...]
    opener: Seat
    moves: tuple[RecordMove, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    hands: tuple[Tiles | None, ...] | None = None
    bag: Tiles | None = None
    board: Tiles = ()
    tokens: tuple[Tiles, ...] | None = None
    result: Mapping[str, Any] | None = None
    fair: Mapping[str, Any] | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)


def record_json(record: Record) -> dict[str, Any]:
    """Return the record as JSON primitives; `read.parse_record` is the inverse.

    What the record does not tell has no key.
    """
    whole: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": record.ruleset,
        "options": dict(record.options),
        "seats": list(record.seats),
        "opener": record.opener,
        "hands": _lists(record.hands),
        "bag": _list(record.bag),
        "board": list(record.board),
        "tokens": _lists(record.tokens),
        "moves": [_move_json(move) for move in record.moves],
        "result": record.result and dict(record.result),
        "fair": record.fair and dict(record.fair),
    }
    told = {key: value for key, value in whole.items() if value is not None}
    return told | dict(record.extras)


def _move_json(move: RecordMove) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "seat": move.seat,
        "move": move.move,
        "score": move.score,
        "total": move.total,
        "drew": _list(move.drew),
        "gave": move.gave,
        "gave_drew": _list(move.gave_drew),
        "at": move.at,
    }
    told = {key: value for key, value in whole.items() if value is not None}
    return told | dict(move.extras)


def _list(tiles: Tiles | None) -> list[str] | None:
    return None if tiles is None else list(tiles)


def _lists(hands: tuple[Tiles | None, ...] | None) -> list[list[str] | None] | None:
    return None if hands is None else [_list(hand) for hand in hands]
