"""A record from outside, read and played through to be looked at; nothing of it is stored."""

from dataclasses import replace
from typing import Any

from games.core.errors import BadRequestError, DomainError
from games.core.types import Phase
from games.rules.qwirkle.tiles import tile_text
from games.rules.records.form import Record
from games.rules.records.jsonform import load_json
from games.rules.records.qgn import read_qgn
from games.rules.records.read import parse_record
from games.rules.records.replay import Replay, Replayed, qwirkle_ruleset, replay
from games.selectors.log import USE
from games.selectors.outcome import reason_text
from games.selectors.picture import drawn
from games.selectors.plane import plane
from games.selectors.prints import prints_of
from games.selectors.variants import variant_name, variant_notes

MOVES_MAX = 1_000
"""No game is that long; it bounds the work that a stranger's record makes."""


def read_record(text: str) -> Record:
    """Read a record in either form.

    Raises:
        BadRequestError: ``bad_request`` naming the line or the key, or as `parse_record` does.
    """
    text = text.strip().removeprefix("\ufeff")
    record = parse_record(load_json(text)) if text.startswith("{") else read_qgn(text)
    if len(record.moves) > MOVES_MAX:
        raise BadRequestError("bad_request", f"A record with over {MOVES_MAX} moves is no game.")
    return record


def imported_game(record: Record, after: int | None, *, palette: str) -> dict[str, Any]:
    """Return what the page of a record shows.

    Args:
        after: show the board after so many moves; None for the end.

    Raises:
        DomainError: the first rule that the record breaks; ``step`` in its detail is the index of
            the move at fault.
    """
    names = tuple(map(_sendable, record.seats))
    whole = replay(record)
    count = len(record.moves)
    shown = count if after is None else min(after, count)
    at = whole if shown == count else replay(replace(record, moves=record.moves[:shown]))
    ruleset = qwirkle_ruleset(record.ruleset)
    seen = ruleset.observe(at.state, None, Phase.OVER)
    board = plane(seen.board, (), (), ruleset.region(seen.options) or ())
    return {
        "ruleset_name": variant_name(record.ruleset, seen.options),
        "ruleset_notes": variant_notes(seen.options),
        "shown": shown,
        "count": count,
        "picture": drawn(board | {"prints": prints_of(seen)}, palette=palette),
        "bag_count": seen.bag_count,
        "seats": [
            {
                "name": name,
                "score": at.state.scores[seat],
                "hand": list(map(tile_text, at.state.hands[seat])),
                "is_winner": at is whole and seat in whole.winners,
            }
            for seat, name in enumerate(names)
        ],
        "moves": [_row(step, number, names) for number, step in enumerate(whole.steps, start=1)],
        "reason": _reason(record, whole),
        "is_other_result": _is_other_result(record, whole),
    }


def sentence_of(error: DomainError, record: Record | None) -> str:
    """Return a refusal as one sentence that names the move at fault."""
    step = error.detail.get("step")
    where = "" if step is None else f"Move {step + 1}: "
    if step is not None and record is not None:
        move = record.moves[step]
        where = f"Move {step + 1} ({record.seats[move.seat]}, “{move.move[:60]}”): "
    return _sendable(where + error.sentence)


def _sendable(text: str) -> str:
    """Return the text without half characters, which JSON can write and no page can."""
    return text.encode(errors="replace").decode()


def _row(step: Replayed, number: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return one line of the list of moves, with the keys of `log_row` that it needs."""
    verb, *rest = step.move.split()
    power = rest.pop(0) if verb == USE else ""
    placed = [part.partition("@") for part in rest]
    is_placed = verb == "play" or power == "singles"
    is_traded = "trade" in (verb, power)
    return {
        "number": number,
        "name": names[step.seat],
        "kind": verb,
        "power": power,
        "is_placed": is_placed,
        "tiles": [tile for tile, _at, _cell in placed] if is_placed or is_traded else _asked(step),
        "cells": [cell for _tile, _at, cell in placed] if is_placed else _taken(step),
        "count": len(rest),
        "points": step.score,
        "total": step.total,
        "giver": step.gave,
        "giver_name": "" if step.gave is None else names[step.gave],
    }


def _asked(step: Replayed) -> list[str]:
    words = step.move.split()
    return words[2:] if words[1:2] == ["ask"] else []


def _taken(step: Replayed) -> list[str]:
    words = step.move.split()
    return words[2:] if words[1:2] in (["take"], ["star"]) else []


def _reason(record: Record, whole: Replay) -> str:
    """Return why the game ended, in words; "" while it runs."""
    told = (record.result or {}).get("reason", "")
    reason = whole.reason.value if whole.reason else told
    return reason_text(reason) if reason else ""


def _is_other_result(record: Record, whole: Replay) -> bool:
    """Return whether the record tells a result that its moves do not lead to."""
    told = record.result or {}
    if whole.reason is None:
        return False
    found = {"scores": whole.scores, "winners": whole.winners, "reason": whole.reason.value}
    return any(
        (tuple(told[key]) if key != "reason" else told[key]) != found[key]
        for key in found
        if key in told
    )
