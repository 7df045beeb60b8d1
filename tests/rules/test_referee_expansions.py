"""The referee with tokens, cards and boards (docs/notation.md section 4)."""

import pytest

from games.rules.referee import answer
from tests.rules.expansions import BOARDS, CARDS, CARDS_BOARDS, TOKENS, TOKENS_BOARDS


def score(board, play, **changed):
    return answer({"op": "score", "ruleset": BOARDS, "board": board, "play": play, **changed})


def test_score_tells_the_bonus_of_the_boards():
    """Rules 4.2.13."""
    for boards in ({"boards": "cccc"}, {"options": {"boards": "cccc"}}):
        verdict = score(["RS@4,3"], ["RD@4,2", "RX@4,4"], **boards)
        assert (verdict["score"], verdict["bonus"]) == (5, 2)
    assert score(["RS@4,3"], ["RD@4,2"], boards="ssss")["bonus"] == 0
    cards = score(["RS@4,3"], ["RD@4,2"], boards="cccc", ruleset=CARDS_BOARDS)
    assert cards["score"] == 3


def test_score_of_a_first_tile_on_the_start_square_is_one():
    """Rules 1.4.29; docs/notation.md 5.32."""
    assert score(["RS@6,1"], ["RC@8,7"], boards="cscc")["score"] == 1


@pytest.mark.parametrize(
    ("board", "play", "changed", "code"),
    [
        (["RS@15,0"], ["RC@16,0"], {"boards": "ssss"}, "cell_off_board"),
        (["RS@16,0"], ["RC@15,0"], {"boards": "ssss"}, "cell_off_board"),
        ([], ["RC@0,0"], {"boards": "ssss"}, "not_connected"),
        ([], ["RC@7,7"], {"boards": "ssss", "hand": ["RC", "RD"]}, "opening_too_small"),
        (["RS@6,1"], ["RC@7,7"], {"boards": "cscc"}, "not_connected"),
        (["RS@4,3"], ["RC@4,2"], {}, "bad_request"),
        (["RS@4,3"], ["RC@4,2"], {"boards": "cccx"}, "unknown_option"),
        (["RS@4,3"], ["RC@4,2"], {"boards": 4}, "bad_request"),
        (["RS@4,3"], ["RC@4,2"], {"boards": "cccc", "ruleset": TOKENS}, "bad_request"),
    ],
)
def test_score_refuses_what_boards_forbid(board, play, changed, code):
    assert score(board, play, **changed)["code"] == code


def test_moves_keep_to_the_boards_and_count_their_bonus():
    """Rules 4.3, 4.1.5, 4.2.13."""
    asked = {"op": "moves", "ruleset": BOARDS, "limit": 999}
    first = answer({**asked, "boards": "ssss", "board": [], "hand": ["RC", "RD"]})
    assert first["count"] > 0
    for move in first["moves"]:
        assert any(cell.split("@")[1] in {"7,7", "7,8", "8,7", "8,8"} for cell in move["play"])
        assert len(move["play"]) == 2
    corner = answer({**asked, "boards": "ssss", "board": ["RS@15,15"], "hand": ["RC"]})
    assert {move["play"][0] for move in corner["moves"]} == {"RC@14,15", "RC@15,14"}
    bonus = answer({**asked, "boards": "cccc", "board": ["RS@4,3"], "hand": ["RC"]})
    assert {(move["play"][0], move["score"]) for move in bonus["moves"]} == {
        ("RC@4,2", 3),
        ("RC@3,3", 3),
        ("RC@5,3", 3),
        ("RC@4,4", 3),
    }


ROW = ["RS@0,0", "OS@1,0", "YS@2,0"]


@pytest.mark.parametrize(
    ("key", "options", "cells"),
    [
        (TOKENS, {}, ["0,0", "2,0"]),
        (CARDS, {}, ["0,0", "2,0"]),
        (TOKENS_BOARDS, {}, ["0,0", "1,0", "2,0"]),
        (CARDS_BOARDS, {}, ["0,0", "2,0"]),
        (CARDS_BOARDS, {"take_rule": "connected"}, ["0,0", "1,0", "2,0"]),
    ],
)
def test_takeable_follows_the_rule_of_the_power(key, options, cells):
    """Rules 2.7.51, 2.7.57, 3.8."""
    asked = {"op": "takeable", "ruleset": key, "options": options, "board": ROW}
    assert answer(asked)["cells"] == cells


def test_takeable_is_refused_where_no_power_takes_tiles():
    for key in ("qwirkle", BOARDS):
        asked = {"op": "takeable", "ruleset": key, "board": ROW}
        assert answer(asked)["code"] == "bad_request"
