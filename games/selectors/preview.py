"""What tentative tiles would do, by the server's own rules."""

from dataclasses import replace
from typing import Any

from games.core.errors import IllegalMoveError
from games.core.types import Cell, Seat
from games.models import Game
from games.rules.qwirkle.placement import check_in_hand, check_opening, check_placement
from games.rules.qwirkle.scoring import OUT_BONUS, score_placement
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import Tile
from games.selectors.table import legal_cells, observe_game

type Laid = tuple[tuple[Tile, Cell], ...]


def preview_placement(game: Game, seat: Seat, laid: Laid) -> dict[str, Any]:
    """Return lines and points of these tiles, and where the next ones may lie.

    It judges by what the player sees, on his turn or while he waits, and changes nothing.
    ``playable`` tells whether the tiles can be played as they lie; if not, ``code`` and ``error``
    say why.
    """
    seen = observe_game(game, seat)
    his_turn = replace(seen, to_move=seat)  # while he waits, he may try as if it were his turn
    answer: dict[str, Any] = {
        "ok": True,
        "playable": False,
        "score": 0,
        "bonus": 0,
        "lines": [],
        "legal": legal_cells(his_turn, {cell: tile for tile, cell in laid}),
    }
    if not laid:
        return answer
    try:
        _check(seen, laid)
    except IllegalMoveError as error:
        answer |= {"code": error.code, "error": error.sentence, "cells": list(error.cells)}
        return answer
    score = score_placement(seen.board, laid)
    # Going out is part of what the move scores (rules 1.6.40).
    out = OUT_BONUS if not seen.bag_count and len(laid) == len(seen.hand or ()) else 0
    answer |= {
        "playable": True,
        "score": score.points + out,
        "bonus": score.bonus + out,
        "lines": [
            {"cells": list(line.cells), "points": line.points, "qwirkle": line.is_qwirkle}
            for line in score.lines
        ],
    }
    return answer


def _check(seen: Observation, laid: Laid) -> None:
    """Raise what the ruleset would raise for these tiles, were it the player's turn."""
    check_in_hand(seen.hand or (), [tile for tile, _ in laid], placed=laid)
    check_placement(seen.board, laid)
    check_opening(laid, seen.opening_count)
