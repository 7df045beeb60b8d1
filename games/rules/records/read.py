"""The strict reader of game records (docs/notation.md section 3)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.core.errors import BadRequestError
from games.core.types import EndReason
from games.rules.records.form import FORMAT, Record, RecordMove, Tiles
from games.rules.records.jsonform import (
    as_int,
    as_list,
    as_object,
    as_text,
    as_texts,
    carried,
    check_keys,
    refuse,
)

MAX_SEATS = 4
MAX_MOVES = 10_000
MAX_NAME = 150

_RULESET = re.compile(r"[a-z0-9_+]{1,80}")
_OPTION = re.compile(r"[A-Za-z0-9_]{1,40}")
_TILE = re.compile(r"[!A-Za-z0-9=]{1,16}")
_PLACED = re.compile(r"[A-Za-z0-9=]{1,16}@[+-]?[0-9]{1,9},[+-]?[0-9]{1,9}")
_WORD = re.compile(r"[A-Za-z0-9!?@,=/'+-]{1,60}")
_NUMBER = re.compile(r"[+-]?[0-9]+")
_TIME = re.compile(r"[0-9A-Za-z]([0-9A-Za-z:.+ -]{0,38}[0-9A-Za-z])?")
_HEX = re.compile(r"[0-9A-Fa-f]{1,128}")
_RECORD_KEYS = (
    "format", "ruleset", "options", "seats", "opener", "hands", "bag", "board", "tokens",
    "moves", "result", "fair",
)  # fmt: skip
_MOVE_KEYS = ("seat", "move", "score", "total", "drew", "gave", "gave_drew", "at")


def parse_record(data: Any) -> Record:
    """Read a record strictly.

    Args:
        data: JSON as Python values.

    Raises:
        BadRequestError: ``bad_request`` for the form (with ``step`` when a move is at fault),
            then ``unknown_tile`` or ``unknown_option`` for what no game has.
    """
    raw = as_object(data, "record")
    check_keys(
        raw, "The record", known=_RECORD_KEYS,
        needed=("format", "ruleset", "seats", "opener", "moves"),
    )  # fmt: skip
    if raw["format"] != FORMAT:
        refuse(f"“format” must be “{FORMAT}”.")
    if not _RULESET.fullmatch(as_text(raw["ruleset"], "ruleset")):
        refuse("“ruleset” is no name of a game.")
    seats = _read_seats(raw["seats"])
    hands, bag = raw.get("hands"), raw.get("bag")
    record = Record(
        ruleset=raw["ruleset"],
        options=dict(as_object(_or(raw.get("options"), {}), "options")),
        seats=seats,
        opener=as_int(raw["opener"], "opener", least=0, most=len(seats) - 1),
        hands=None if hands is None else _read_hands(hands, len(seats)),
        bag=None if bag is None else as_texts(bag, "bag"),
        board=_read_board(_or(raw.get("board"), [])),
        tokens=_read_tokens(raw.get("tokens"), len(seats)),
        moves=_read_moves(raw["moves"], len(seats)),
        result=_read_result(raw.get("result"), len(seats)),
        fair=_read_fair(raw.get("fair")),
        extras=carried(raw),
    )
    for tiles in _tile_lists(record):
        _check_tiles(tiles)
    for key in record.options:
        if not _OPTION.fullmatch(key):
            raise BadRequestError("unknown_option", f"There is no option “{key[:40]}”.")
    return record


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value


def _read_seats(value: Any) -> tuple[str, ...]:
    names = as_texts(value, "seats")
    if not 1 <= len(names) <= MAX_SEATS:
        refuse(f"“seats” must name one to {MAX_SEATS} players.")
    if any(len(name) > MAX_NAME for name in names):
        refuse(f"A name in “seats” is longer than {MAX_NAME} characters.")
    return names


def _read_hands(value: Any, seats: int) -> tuple[Tiles | None, ...]:
    hands = as_list(value, "hands")
    if len(hands) != seats:
        refuse("“hands” must hold one hand for each seat.")
    return tuple(
        None if hand is None else as_texts(hand, f"hands[{seat}]")
        for seat, hand in enumerate(hands)
    )


def _read_board(value: Any) -> Tiles:
    board = as_texts(value, "board")
    for text in board:
        if not _PLACED.fullmatch(text):
            refuse(f"“{text[:24]}” on the board is no tile@x,y.")
    return board


def _read_tokens(value: Any, seats: int) -> tuple[Tiles, ...] | None:
    if value is None:
        return None
    tokens = as_list(value, "tokens")
    if len(tokens) != seats:
        refuse("“tokens” must hold one list for each seat.")
    held = tuple(as_texts(powers, f"tokens[{seat}]") for seat, powers in enumerate(tokens))
    for powers in held:
        for power in powers:
            if not _WORD.fullmatch(power):
                refuse(f"“{power[:24]}” in “tokens” is no power.")
    return held


def _read_moves(value: Any, seats: int) -> tuple[RecordMove, ...]:
    moves = as_list(value, "moves")
    if len(moves) > MAX_MOVES:
        refuse(f"A record holds at most {MAX_MOVES} moves.")
    read = []
    for step, raw in enumerate(moves):
        try:
            read.append(_read_move(raw, f"moves[{step}]", seats))
        except BadRequestError as error:
            error.detail["step"] = step
            raise
    return tuple(read)


def _read_move(value: Any, name: str, seats: int) -> RecordMove:
    raw = as_object(value, name)
    check_keys(raw, f"“{name}”", known=_MOVE_KEYS, needed=("seat", "move"))
    seat = as_int(raw["seat"], f"{name}.seat", least=0, most=seats - 1)
    score, total, gave, at = (raw.get(key) for key in ("score", "total", "gave", "at"))
    drew, gave_drew = raw.get("drew"), raw.get("gave_drew")
    if at is not None and not _TIME.fullmatch(as_text(at, f"{name}.at")):
        refuse(f"“{name}.at” is no time: write it as in “2026-12-01T09:30:00Z”.")
    return RecordMove(
        seat=seat,
        move=_read_move_text(as_text(raw["move"], f"{name}.move"), f"{name}.move"),
        score=None if score is None else as_int(score, f"{name}.score"),
        total=None if total is None else as_int(total, f"{name}.total"),
        drew=None if drew is None else as_texts(drew, f"{name}.drew"),
        gave=None if gave is None else as_int(gave, f"{name}.gave", least=0, most=seats - 1),
        gave_drew=None if gave_drew is None else as_texts(gave_drew, f"{name}.gave_drew"),
        at=at,
        extras=carried(raw),
    )


def _read_move_text(text: str, name: str) -> str:
    words = text.split()
    for word in words:
        # A lone number would be taken for the score in the text form.
        if not _WORD.fullmatch(word) or _NUMBER.fullmatch(word):
            refuse(f"“{name}” is no move: “{word[:24]}” cannot be read.")
    if not words:
        refuse(f"“{name}” is empty.")
    return " ".join(words)


def _read_result(value: Any, seats: int) -> Mapping[str, Any] | None:
    if value is None:
        return None
    raw = as_object(value, "result")
    check_keys(raw, "“result”", known=("scores", "winners", "reason"))
    result: dict[str, Any] = {}
    if raw.get("scores") is not None:
        scores = as_list(raw["scores"], "result.scores")
        if len(scores) != seats:
            refuse("“result.scores” must hold one number for each seat.")
        result["scores"] = [as_int(score, "result.scores") for score in scores]
    if raw.get("winners") is not None:
        winners = as_list(raw["winners"], "result.winners")
        result["winners"] = [
            as_int(seat, "result.winners", least=0, most=seats - 1) for seat in winners
        ]
    if raw.get("reason") is not None:
        if raw["reason"] not in list(EndReason):
            refuse(f"“result.reason” must be one of {', '.join(EndReason)}.")
        result["reason"] = raw["reason"]
    return result | carried(raw) or None


def _read_fair(value: Any) -> Mapping[str, Any] | None:
    if value is None:
        return None
    raw = as_object(value, "fair")
    check_keys(raw, "“fair”", known=("commitment", "seed"))
    for key, text in raw.items():
        if key in ("commitment", "seed") and not _HEX.fullmatch(as_text(text, f"fair.{key}")):
            refuse(f"“fair.{key}” must be hexadecimal.")
    return dict(raw) or None


def _tile_lists(record: Record) -> Iterator[Tiles]:
    yield from (hand for hand in record.hands or () if hand is not None)
    yield record.bag or ()
    for move in record.moves:
        yield move.drew or ()
        yield move.gave_drew or ()


def _check_tiles(tiles: Tiles) -> None:
    for text in tiles:
        if not _TILE.fullmatch(text):
            raise BadRequestError("unknown_tile", f"“{text[:12]}” is no tile.")
