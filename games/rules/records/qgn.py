"""QGN: a record as text for people, one line a move (docs/notation.md section 3)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.core.errors import BadRequestError
from games.rules.records.form import FORMAT, HIDDEN, Record, RecordMove, Tiles
from games.rules.records.jsonform import CARRIED_PREFIX, load_json, refuse
from games.rules.records.read import parse_record

FORMAT_LINE = "qgn 1"
MAX_TEXT = 2_000_000
"""Characters of a file that is read."""

_SEPARATOR = " ; "
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_SIGNED = re.compile(r"[+-][0-9]{1,9}")
_SEAT_BY_NUMBER = re.compile(r"#([0-9]{1,2}) (.*)", re.DOTALL)

type _Raw = dict[str, Any]


def write_qgn(record: Record) -> str:
    """Return the record as QGN; `read_qgn` gives the same record back."""
    return "".join(f"{line}\n" for line in _lines(record))


def read_qgn(text: str) -> Record:
    """Read QGN.

    Raises:
        BadRequestError: ``bad_request`` naming the line, or as `read.parse_record` does.
    """
    if len(text) > MAX_TEXT:
        refuse("The file is too long to be a game.")
    raw: _Raw = {"format": None, "options": {}, "seats": [], "moves": []}
    # Only the line feed parts lines: a name may hold any other character.
    for number, untidy in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = untidy.strip()
        if not line:
            continue
        try:
            _read_line(raw, line)
        except BadRequestError as error:
            raise BadRequestError(
                error.code, f"Line {number}: {error.sentence}", **error.detail
            ) from error
    if raw["format"] != FORMAT_LINE:
        refuse(f"The file must begin with “#format {FORMAT_LINE}”.")
    for key in ("hands", "tokens"):
        if key in raw:
            raw[key] = [raw[key].get(seat) for seat in range(len(raw["seats"]))]
    return parse_record({**raw, "format": FORMAT})


def _lines(record: Record) -> Iterator[str]:
    yield f"#format {FORMAT_LINE}"
    yield f"#ruleset {record.ruleset}"
    for key, value in record.options.items():
        yield f"#option {key} {_json(value)}"
    for seat, name in enumerate(record.seats):
        yield f"#seat {seat} {_name(name)}"
    yield f"#opener {record.opener}"
    for seat, hand in enumerate(record.hands or ()):
        yield f"#hand {seat} {_tiles((HIDDEN,) if hand is None else hand)}".rstrip()
    if record.bag is not None:
        yield f"#bag {_tiles(record.bag)}".rstrip()
    if record.board:
        yield f"#board {_tiles(record.board)}"
    for seat, powers in enumerate(record.tokens or ()):
        yield f"#tokens {seat} {_tiles(powers)}".rstrip()
    for key, value in (record.fair or {}).items():
        yield f"#fair {key} {_json(value) if key.startswith(CARRIED_PREFIX) else value}"
    for key, value in record.extras.items():
        yield f"#{key} {_json(value)}"
    for move in record.moves:
        yield _move_line(record.seats, move)
    yield from _result_lines(record.result or {})


def _result_lines(result: Mapping[str, Any]) -> Iterator[str]:
    if "scores" in result or "reason" in result:
        scores = " ".join(map(str, result.get("scores", ())))
        yield " ".join(part for part in ("#result", scores, result.get("reason", "")) if part)
    if "winners" in result:
        yield f"#winners {' '.join(map(str, result['winners']))}".rstrip()
    for key, value in result.items():
        if key.startswith(CARRIED_PREFIX):
            yield f"#result.{key} {_json(value)}"


def _move_line(seats: Sequence[str], move: RecordMove) -> str:
    parts = [f">{_mover(seats, move.seat)} {move.move}"]
    if move.score is not None:
        parts[0] += f" {move.score:+d}"
        if move.total is not None:
            parts[0] += f" {move.total}"
    elif move.total is not None:
        parts.append(f"total {move.total}")
    if move.drew is not None:
        parts.append(f"drew {_tiles(move.drew)}".rstrip())
    if move.gave is not None:
        parts.append(f"gave {move.gave}")
    if move.gave_drew is not None:
        parts.append(f"gave_drew {_tiles(move.gave_drew)}".rstrip())
    if move.at is not None:
        parts.append(f"at {move.at}")
    # A semicolon stands only inside the texts of JSON, where it may be escaped.
    parts.extend(
        f"{key} {_json(value)}".replace(";", "\\u003b") for key, value in move.extras.items()
    )
    return _SEPARATOR.join(parts)


def _is_plain(name: str) -> bool:
    return bool(name) and name.isprintable() and name == name.strip() and name[0] not in '"#'


def _name(name: str) -> str:
    return name if _is_plain(name) else _json(name)


def _mover(seats: Sequence[str], seat: int) -> str:
    """Return the seat's name where it is clear whom it means, else ``#`` and the number."""
    name = seats[seat]
    is_clear = _is_plain(name) and " " not in name and ";" not in name and seats.count(name) == 1
    return name if is_clear else f"#{seat}"


def _tiles(tiles: Tiles) -> str:
    return " ".join(tiles)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def _read_line(raw: _Raw, line: str) -> None:
    if line.startswith(">"):
        raw["moves"].append(_read_move(raw["seats"], line[1:]))
        return
    if not line.startswith("#"):
        refuse("A line begins with # or >.")
    key, _, rest = line[1:].partition(" ")
    rest = rest.strip()
    if key in _HEADERS:
        _HEADERS[key](raw, rest)
    elif key.startswith(CARRIED_PREFIX):
        _once(raw, key, load_json(rest))
    elif key.startswith(f"result.{CARRIED_PREFIX}"):
        _once(raw.setdefault("result", {}), key.removeprefix("result."), load_json(rest))
    else:
        refuse(f"“#{key[:40]}” is unknown.")


def _once(raw: _Raw, key: str, value: Any) -> None:
    if raw.get(key) is not None:
        refuse(f"“{key[:40]}” stands twice.")
    raw[key] = value


def _read_option(raw: _Raw, rest: str) -> None:
    key, _, text = rest.partition(" ")
    _once(raw["options"], key, load_json(text))


def _read_seat(raw: _Raw, rest: str) -> None:
    number, _, name = rest.partition(" ")
    if number != str(len(raw["seats"])):
        refuse("Seats are numbered from 0, in order.")
    raw["seats"].append(load_json(name) if name.startswith('"') else name)


def _read_by_seat(key: str) -> Callable[[_Raw, str], None]:
    def read(raw: _Raw, rest: str) -> None:
        number, *words = rest.split() or [""]
        if not number.isascii() or not number.isdigit() or int(number) >= len(raw["seats"]):
            refuse("Name a seat by its number, after the #seat lines.")
        lists = raw.setdefault(key, {})
        if int(number) in lists:
            refuse(f"Seat {number} stands twice.")
        lists[int(number)] = None if key == "hands" and words == [HIDDEN] else words

    return read


def _read_words(key: str) -> Callable[[_Raw, str], None]:
    return lambda raw, rest: _once(raw, key, rest.split())


def _read_text(key: str) -> Callable[[_Raw, str], None]:
    return lambda raw, rest: _once(raw, key, rest)


def _read_fair(raw: _Raw, rest: str) -> None:
    key, _, text = rest.partition(" ")
    value = load_json(text) if key.startswith(CARRIED_PREFIX) else text
    _once(raw.setdefault("fair", {}), key, value)


def _read_opener(raw: _Raw, rest: str) -> None:
    _once(raw, "opener", _whole(rest))


def _read_result(raw: _Raw, rest: str) -> None:
    words = rest.split()
    result = raw.setdefault("result", {})
    if words and not _NUMBER.fullmatch(words[-1]):
        _once(result, "reason", words.pop())
    if words:
        _once(result, "scores", [_whole(word) for word in words])


def _read_winners(raw: _Raw, rest: str) -> None:
    _once(raw.setdefault("result", {}), "winners", [_whole(word) for word in rest.split()])


_HEADERS: dict[str, Callable[[_Raw, str], None]] = {
    "format": _read_text("format"),
    "ruleset": _read_text("ruleset"),
    "option": _read_option,
    "seat": _read_seat,
    "opener": _read_opener,
    "hand": _read_by_seat("hands"),
    "bag": _read_words("bag"),
    "board": _read_words("board"),
    "tokens": _read_by_seat("tokens"),
    "fair": _read_fair,
    "result": _read_result,
    "winners": _read_winners,
}


def _read_move(seats: Sequence[str], line: str) -> _Raw:
    first, *parts = line.split(_SEPARATOR)
    by_number = _SEAT_BY_NUMBER.fullmatch(first)
    if by_number:
        move: _Raw = {"seat": int(by_number[1])}
        words = by_number[2].split()
    else:
        name, *words = first.split() or [""]
        if seats.count(name) != 1:
            refuse(f"“{name[:40]}” is not the name of one seat; # and a number will do.")
        move = {"seat": seats.index(name)}
    _take_points(move, words)
    move["move"] = " ".join(words)
    for part in parts:
        key, _, rest = part.strip().partition(" ")
        _once(move, key, _read_part(key, rest))
    return move


def _take_points(move: _Raw, words: list[str]) -> None:
    """Move ``+score total`` from the end of the words into the move."""
    if len(words) > 1 and _NUMBER.fullmatch(words[-1]) and _SIGNED.fullmatch(words[-2]):
        move["total"] = _whole(words.pop())
    if words and _SIGNED.fullmatch(words[-1]):
        move["score"] = _whole(words.pop())


def _read_part(key: str, rest: str) -> Any:
    if key in ("drew", "gave_drew"):
        return rest.split()
    if key in ("gave", "total"):
        return _whole(rest)
    return load_json(rest) if key.startswith(CARRIED_PREFIX) else rest


def _whole(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        refuse(f"“{text[:24]}” is no whole number.")
    return int(text)
