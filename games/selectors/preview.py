"""What tentative tiles would do, by the server's own rules."""

from dataclasses import replace
from typing import Any

from games.core.errors import IllegalMoveError
from games.core.types import Cell, Seat
from games.models import Game
from games.rules import registry
from games.rules.qwirkle.board import as_board
from games.rules.qwirkle.placement import check_in_hand
from games.rules.qwirkle.powers.singles import SINGLES_MAX, SINGLES_MAY_STOP
from games.rules.qwirkle.scoring import OUT_BONUS, Score
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import Tile
from games.rules.qwirkle.turn import remaining_hand
from games.selectors.table import legal_cells, observe_game

type Laid = tuple[tuple[Tile, Cell], ...]

NO_SINGLES = "There are no single tiles in this game"

NOTHING: dict[str, Any] = {"ok": True, "playable": False, "score": 0, "bonus": 0, "lines": []}


def preview_placement(game: Game, seat: Seat, laid: Laid) -> dict[str, Any]:
    """Return lines and points of these tiles, and where the next ones may lie.

    It judges by what the player sees, on his turn or while he waits, and changes nothing.
    ``playable`` tells whether the tiles can be played as they lie; if not, ``code`` and ``error``
    say why.
    """
    seen = observe_game(game, seat)
    ruleset = registry.get_qwirkle(game.ruleset_key)
    legal = legal_cells(game, _as_if_to_move(seen), {cell: tile for tile, cell in laid})
    if not laid:
        return NOTHING | {"legal": legal}
    try:
        check_in_hand(seen.hand or (), [tile for tile, _ in laid], placed=laid)
        score = ruleset.score(ruleset.table(seen), laid, opening_count=seen.opening_count)
    except IllegalMoveError as error:
        return NOTHING | {"legal": legal} | _refusal(error)
    return _told([score], _out_bonus(seen, laid)) | {"legal": legal, "playable": True}


def preview_singles(game: Game, seat: Seat, laid: Laid) -> dict[str, Any]:
    """Return the same for tiles laid one after the other by the power of single tiles.

    Args:
        laid: in the order in which they are laid (rules 2.4).

    Raises:
        IllegalMoveError: ``token_not_held`` in a game without this power.
    """
    seen = _as_if_to_move(observe_game(game, seat))
    if SINGLES_MAY_STOP not in seen.options:
        raise IllegalMoveError("token_not_held", NO_SINGLES)
    ruleset = registry.get_qwirkle(game.ruleset_key)
    scores = []
    try:
        check_in_hand(seen.hand or (), [tile for tile, _ in laid], placed=laid)
        for placed in laid:
            scores.append(ruleset.score(ruleset.table(seen), (placed,)))
            seen = _after(seen, placed)
    except IllegalMoveError as error:
        return NOTHING | {"legal": {}} | _refusal(error)
    legal = {} if len(laid) >= SINGLES_MAX else legal_cells(game, seen)
    is_done = not legal or bool(seen.options[SINGLES_MAY_STOP])
    out = OUT_BONUS if not seen.bag_count and not seen.hand else 0
    return _told(scores, out) | {"legal": legal, "playable": bool(laid) and is_done}


def _as_if_to_move(seen: Observation) -> Observation:
    """Return what the player would see on his turn; while he waits, he may try tiles as well."""
    return replace(seen, to_move=seen.viewer)


def _after(seen: Observation, placed: tuple[Tile, Cell]) -> Observation:
    board = as_board(seen.board).with_tiles((placed,))
    return replace(seen, board=board, hand=remaining_hand(seen.hand or (), placed[:1]))


def _out_bonus(seen: Observation, laid: Laid) -> int:
    """Return the points for going out, which are part of what a move scores (rules 1.6.40)."""
    return OUT_BONUS if not seen.bag_count and len(laid) == len(seen.hand or ()) else 0


def _told(scores: list[Score], out: int) -> dict[str, Any]:
    return {
        "ok": True,
        "score": sum(score.points for score in scores) + out,
        "bonus": sum(score.bonus for score in scores) + out,
        "lines": [
            {"cells": list(line.cells), "points": line.points, "qwirkle": line.is_qwirkle}
            for score in scores
            for line in score.lines
        ],
    }


def _refusal(error: IllegalMoveError) -> dict[str, Any]:
    return {"code": error.code, "error": error.sentence, "cells": list(error.cells)}
