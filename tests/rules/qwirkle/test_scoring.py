"""Points of a placement (rules 1.4)."""

import pytest

from games.rules.qwirkle.scoring import score_placement
from tests.rules.games import board, placed, tiles

SIX = "RC RD RS RX RE RL"


def points(on_board: str, move: str) -> int:
    return score_placement(board(on_board), placed(move)).points


def test_a_line_scores_one_point_a_tile_old_tiles_included():
    """Rules 1.4.25."""
    assert points("RC@0,0 RD@1,0", "RS@2,0 RX@3,0") == 4


def test_a_tile_in_two_lines_counts_in_both():
    """Rules 1.4.26."""
    assert points("RC@0,0 RD@1,0 BS@2,1", "RS@2,0") == 3 + 2


def test_six_in_a_line_earn_six_more():
    """Rules 1.4.27."""
    assert points("RC@0,0 RD@1,0 RS@2,0 RX@3,0 RE@4,0", "RL@5,0") == 12


def test_two_lines_completed_to_six_in_one_move_both_count():
    """Rules 1.4.27."""
    row = "RC@0,0 RD@1,0 RS@2,0 RX@3,0 RE@4,0"
    column = "OL@5,1 YL@5,2 GL@5,3 BL@5,4 PL@5,5"
    assert points(f"{row} {column}", "RL@5,0") == 24


def test_a_standing_qwirkle_that_the_move_does_not_touch_scores_nothing():
    """Rules 1.4.28."""
    row = "RC@0,0 RD@1,0 RS@2,0 RX@3,0 RE@4,0 RL@5,0"
    assert points(row, "BL@5,1") == 2
    assert points(f"{row} BL@5,1", "BE@4,1") == 2 + 2


def test_a_single_tile_on_an_empty_board_scores_one():
    """Rules 1.4.29."""
    score = score_placement({}, placed("BC@7,-3"))
    assert score.points == 1
    assert [line.tiles for line in score.lines] == [tiles("BC")]


def test_a_run_of_one_scores_nothing_otherwise():
    """Rules 1.4.30."""
    assert points("RC@0,0", "RD@1,0") == 2


def test_a_move_can_score_84():
    """Rules 1.4.31: a Qwirkle whose tiles complete six more."""
    columns = [
        f"{colour}{tile[1]}@{x},{y}"
        for x, tile in enumerate(SIX.split())
        for y, colour in enumerate("OYGBP", start=1)
    ]
    move = " ".join(f"{tile}@{x},0" for x, tile in enumerate(SIX.split()))
    assert points(" ".join(columns), move) == 84


def test_lines_are_listed_along_the_move_first_and_in_board_order():
    """The sum of the lines is the score."""
    score = score_placement(board("RC@0,0 BS@2,-1 RX@3,0"), placed("RS@2,0 RD@1,0"))
    assert [line.cells for line in score.lines] == [
        ((0, 0), (1, 0), (2, 0), (3, 0)),
        ((2, -1), (2, 0)),
    ]
    assert score.lines[0].tiles == tiles("RC RD RS RX")
    assert [line.points for line in score.lines] == [4, 2]
    assert not any(line.is_qwirkle for line in score.lines)
    assert (score.points, score.bonus) == (6, 0)


@pytest.mark.parametrize("bonus", [0, 3])
def test_a_bonus_is_added_and_named(bonus):
    score = score_placement(board("RC@0,0"), placed("RD@1,0"), bonus=bonus)
    assert (score.points, score.bonus) == (2 + bonus, bonus)
