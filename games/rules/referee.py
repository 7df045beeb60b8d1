"""The referee: a judge without a game, as a pure function (docs/notation.md section 4)."""

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.core.errors import BadRequestError, DomainError, IllegalMoveError
from games.core.types import Cell
from games.rules.qwirkle.module import Table
from games.rules.qwirkle.notation import (
    Placed,
    cell_text,
    parse_all_placed,
    parse_tiles,
    placed_texts,
)
from games.rules.qwirkle.opening import largest_seats, largest_set
from games.rules.qwirkle.placement import check_in_hand
from games.rules.qwirkle.powers.take import TAKE_RULE
from games.rules.qwirkle.powers.takeable import takeable_cells
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.tiles import Tile, tile_text
from games.rules.records.jsonform import (
    as_int,
    as_list,
    as_object,
    as_text,
    as_texts,
    check_keys,
    load_json,
    refuse,
)
from games.rules.records.read import MAX_SEATS, parse_record
from games.rules.records.replay import board_of, check_copies, check_region, qwirkle_ruleset, replay

type Answer = dict[str, Any]

DEFAULT_LIMIT = 20
MAX_HAND = 12
"""Tiles of a hand that is searched for moves; powers bring some hands above six."""

_LATER_OPS = frozenset({"rummy_sets", "rummy_turn", "rummy_best"})


def answer(request: Any) -> Answer:
    """Return the verdict on one request; never raises for anything that JSON can hold.

    Args:
        request: what one line of JSON holds.

    Returns:
        ``ok`` true and what the op promises, or ``ok`` false with ``code``, ``error`` and, where
        they apply, ``step`` and ``cells``. ``id`` is repeated.
    """
    try:
        raw = as_object(request, "request")
    except BadRequestError as error:
        return _refusal(error)
    name = raw.get("id")
    is_number = isinstance(name, int | float) and math.isfinite(name)
    if not is_number and not isinstance(name, str | None):
        return _refusal(BadRequestError("bad_request", "“id” must be a text or a number."))
    head: Answer = {"id": name} if "id" in raw else {}
    try:
        return {**head, "ok": True, **_judge(raw)}
    except DomainError as error:
        return {**head, **_refusal(error)}


def answer_line(line: str) -> str:
    """Return the answer, as one line of JSON without its end, to one line of JSON."""
    try:
        verdict = answer(load_json(line))
    except BadRequestError as error:
        verdict = _refusal(error)
    return answer_text(verdict)


def answer_text(verdict: Answer) -> str:
    """Return an answer as one line of JSON."""
    text = json.dumps(verdict, ensure_ascii=False, allow_nan=False)
    # Half a surrogate pair, which JSON may smuggle in by \u, cannot be written as UTF-8.
    return text if _is_writable(text) else json.dumps(verdict, allow_nan=False)


def refusal_of_line(sentence: str) -> str:
    """Return the answer to a line that could not even be taken for JSON."""
    return answer_text(_refusal(BadRequestError("bad_request", sentence)))


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refusal(error: DomainError) -> Answer:
    sentence = error.sentence if error.sentence.endswith((".", "!", "?")) else f"{error.sentence}."
    verdict: Answer = {"ok": False, "code": error.code, "error": sentence}
    if "step" in error.detail:
        verdict["step"] = error.detail["step"]
    if isinstance(error, IllegalMoveError) and error.cells:
        verdict["cells"] = [cell_text(cell) for cell in error.cells]
    return verdict


def _judge(raw: Mapping[str, Any]) -> Answer:
    op = as_text(raw.get("op"), "op")
    if op in _LATER_OPS:
        refuse(f"The referee does not know how to judge “{op}” yet.")
    if op not in _OPS:
        refuse(f"There is no op “{op[:40]}”: write {', '.join(_OPS)}.")
    known, needed, judge = _OPS[op]
    check_keys(raw, "The request", known=("op", "id", *known), needed=needed)
    return judge({key: value for key, value in raw.items() if value is not None})


class _Table(NamedTuple):
    """What a request about a position holds, read and known to be possible."""

    ruleset: Qwirkle
    open: Table
    play: tuple[Placed, ...]
    hand: tuple[Tile, ...] | None
    opening_count: int


def _read_table(raw: Mapping[str, Any]) -> _Table:
    board_texts = as_texts(raw["board"], "board")
    play_texts = as_texts(raw.get("play", []), "play")
    hand_texts = as_texts(raw["hand"], "hand") if "hand" in raw else None
    ruleset = qwirkle_ruleset(as_text(raw.get("ruleset", "qwirkle"), "ruleset"))
    raw_options = as_object(raw.get("options", {}), "options")
    if "boards" in raw:
        if "boards" not in ruleset.modules.options:
            refuse("This ruleset has no boards.")
        raw_options = {**raw_options, "boards": as_text(raw["boards"], "boards")}
    placed = parse_all_placed((*board_texts, *play_texts))
    hand = None if hand_texts is None else parse_tiles(hand_texts)
    options = ruleset.parse_options(raw_options)
    if ruleset.region(options) and options["boards"] is None:
        refuse("Tell the “boards”, as in “cc'c'c”.")
    on_board, play = placed[: len(board_texts)], placed[len(board_texts) :]
    # What is played comes from the hand, so it is not counted twice.
    held = Counter(hand or ()) | Counter(tile for tile, _ in play)
    check_copies([tile for tile, _ in on_board], list(held.elements()))
    if hand is not None:
        check_in_hand(hand, [tile for tile, _ in play], placed=play)
    has_duty = hand is not None and ruleset.has_duty(options, on_board)
    count = largest_set(hand or ()) if has_duty else 0
    opened = ruleset.open_table(options, board_of(on_board))
    check_region(opened.board, ruleset.region(options))
    return _Table(ruleset, opened, play, hand, count)


def _score(raw: Mapping[str, Any]) -> Answer:
    if not as_list(raw["play"], "play"):
        refuse("“play” must hold at least one tile.")
    table = _read_table(raw)
    score = table.ruleset.score(table.open, table.play, opening_count=table.opening_count)
    return {
        "score": score.points,
        "lines": [
            {
                "tiles": [tile_text(tile) for tile in line.tiles],
                "points": line.points,
                "qwirkle": line.is_qwirkle,
            }
            for line in score.lines
        ],
        "bonus": score.bonus,
        "board_after": placed_texts((*_on(table.open.board), *table.play)),
    }


def _moves(raw: Mapping[str, Any]) -> Answer:
    limit = as_int(raw.get("limit", DEFAULT_LIMIT), "limit", least=0)
    if len(as_list(raw["hand"], "hand")) > MAX_HAND:
        refuse(f"“hand” must hold at most {MAX_HAND} tiles.")
    table = _read_table(raw)
    hand = table.hand or ()
    count = table.opening_count
    found = [
        (-score, placed_texts(tiles))
        for tiles, score in table.ruleset.places(table.open, hand)
        if len(tiles) >= count
    ]
    found.sort()
    best = [{"play": play, "score": -score} for score, play in found[:limit]]
    return {"count": len(found), "moves": best}


def _takeable(raw: Mapping[str, Any]) -> Answer:
    """What the power that takes a tile may take; star discs are bound by less (rules 4.1.6)."""
    board_texts = as_texts(raw["board"], "board")
    ruleset = qwirkle_ruleset(as_text(raw.get("ruleset", "qwirkle"), "ruleset"))
    raw_options = as_object(raw.get("options", {}), "options")
    placed = parse_all_placed(board_texts)
    options = ruleset.parse_options(raw_options)
    check_copies([tile for tile, _ in placed])
    if TAKE_RULE not in options:
        refuse("In this game no power takes tiles off the board.")
    board = board_of(placed)
    check_region(board, ruleset.region(options))
    cells = takeable_cells(
        board,
        only_ends=options[TAKE_RULE] == "line_end",
        may_disconnect=ruleset.may_disconnect(options),
    )
    return {"cells": [cell_text(cell) for cell in cells]}


def _opener(raw: Mapping[str, Any]) -> Answer:
    hand_lists = as_list(raw["hands"], "hands")
    if not 1 <= len(hand_lists) <= MAX_SEATS:
        refuse(f"“hands” must hold one to {MAX_SEATS} hands.")
    texts = [as_texts(hand, f"hands[{seat}]") for seat, hand in enumerate(hand_lists)]
    ruleset = qwirkle_ruleset(as_text(raw.get("ruleset", "qwirkle"), "ruleset"))
    raw_options = as_object(raw.get("options", {}), "options")
    hands = [parse_tiles(hand) for hand in texts]
    ruleset.parse_options(raw_options)
    check_copies(*hands)
    sizes = [largest_set(hand) for hand in hands]
    return {"sizes": sizes, "openers": list(largest_seats(hands))}


def _replay(raw: Mapping[str, Any]) -> Answer:
    played = replay(parse_record(raw["record"]))
    return {
        "steps": [
            {
                "seat": step.seat,
                "move": step.move,
                "score": step.score,
                "total": step.total,
                "drew": list(step.drew),
                "hand_sizes": list(step.hand_sizes),
                "bag_count": step.bag_count,
                **({} if step.tokens is None else {"tokens": [list(held) for held in step.tokens]}),
            }
            for step in played.steps
        ],
        "scores": list(played.scores),
        "over": played.reason is not None,
        "winners": list(played.winners),
        "reason": played.reason and played.reason.value,
    }


def _on(board: Mapping[Cell, Tile]) -> list[Placed]:
    return [(tile, cell) for cell, tile in board.items()]


type _Judge = Callable[[Mapping[str, Any]], Answer]

_RULES = ("ruleset", "options")
_OPS: Mapping[str, tuple[Sequence[str], Sequence[str], _Judge]] = {
    "score": ((*_RULES, "board", "play", "hand", "boards"), ("board", "play"), _score),
    "moves": ((*_RULES, "board", "hand", "limit", "boards"), ("board", "hand"), _moves),
    "takeable": ((*_RULES, "board", "boards"), ("board",), _takeable),
    "opener": ((*_RULES, "hands"), ("hands",), _opener),
    "replay": (("record",), ("record",), _replay),
}
"""By op: the keys it knows, those it needs, and who judges."""
