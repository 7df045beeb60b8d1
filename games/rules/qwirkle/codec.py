"""A state to JSON primitives and back."""

from collections.abc import Mapping
from typing import Any

from games.core.types import EndReason
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile

SCHEMA = 1
"""Grows when the form changes; older forms must stay readable."""


def encode_state(state: State) -> dict[str, Any]:
    """Return the state as JSON primitives; the board as [x, y, tile] in the order of laying."""
    return {
        "schema": SCHEMA,
        "options": dict(state.options),
        "board": [[x, y, tile] for (x, y), tile in state.board.items()],
        "hands": [list(hand) for hand in state.hands],
        "bag": list(state.bag),
        "scores": list(state.scores),
        "to_move": state.to_move,
        "opener": state.opener,
        "opening_count": state.opening_count,
        "pass_count": state.pass_count,
        "idle_count": state.idle_count,
        "left": list(state.left),
        "gone": list(state.gone),
        "reason": None if state.reason is None else state.reason.value,
        "extras": dict(state.extras),
    }


def decode_state(data: Mapping[str, Any]) -> State:
    """Return the state that `encode_state` wrote.

    Raises:
        ValueError: the schema is not one that this version reads.
    """
    if data["schema"] != SCHEMA:
        raise ValueError(f"cannot read state schema {data['schema']!r}")
    return State(
        options=data["options"],
        board=Board(((x, y), Tile(tile)) for x, y, tile in data["board"]),
        hands=tuple(tuple(hand) for hand in data["hands"]),
        bag=tuple(data["bag"]),
        scores=tuple(data["scores"]),
        to_move=data["to_move"],
        opener=data["opener"],
        opening_count=data["opening_count"],
        pass_count=data["pass_count"],
        idle_count=data["idle_count"],
        left=tuple(data["left"]),
        gone=tuple(data["gone"]),
        reason=None if data["reason"] is None else EndReason(data["reason"]),
        extras=data["extras"],
    )
