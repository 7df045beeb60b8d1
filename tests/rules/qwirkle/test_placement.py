"""What may be laid where (rules 1.3), and the name of each refusal."""

import pytest

from games.core.errors import BadRequestError, IllegalMoveError
from games.rules.qwirkle.moves import Place
from games.rules.qwirkle.placement import check_in_hand, check_placement
from tests.rules.games import QWIRKLE, board, chance, placed, play, state, tiles

ROW = "RC@0,0 RD@1,0 RS@2,0"


def refusal_of(on_board: str, move: str, **rules) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as refusal:
        check_placement(board(on_board), placed(move), **rules)
    return refusal.value


@pytest.mark.parametrize(
    ("on_board", "move"),
    [
        ("", "RC@0,0 RD@1,0 RS@2,0"),
        (ROW, "RX@3,0"),
        (ROW, "RX@-1,0 RE@3,0"),  # both ends (rules 1.3.18)
        ("RC@0,0 RS@2,0 BC@0,1 BD@1,1 BS@2,1", "RD@1,0"),
        ("RC@0,0 RD@1,0 RS@3,0 RX@4,0", "RE@2,0"),  # joins two lines (rules 1.3.22)
        ("RC@0,0 RS@2,0", "RD@1,0 RX@3,0"),  # the gap between is filled (rules 1.3.17)
        (ROW, "BC@0,1"),
        (ROW, "BC@0,1 BD@1,1 BS@2,1"),
        (ROW, "RX@3,0 RE@4,0 RL@5,0"),
        ("RC@-5,7", "OC@-5,8 YC@-5,9"),
    ],
)
def test_a_placement_that_keeps_every_rule_is_accepted(on_board, move):
    """Rules 1.3.16-22."""
    check_placement(board(on_board), placed(move))


@pytest.mark.parametrize(
    ("hand", "move", "sentence"),
    [
        ("RC RD", "RS@3,0", "There is no red square in your hand"),
        ("RC RX RD", "RX@3,0 RX@4,0", "You do not hold 2 red stars"),
    ],
)
def test_tiles_come_from_the_hand_counted_with_multiplicity(hand, move, sentence):
    """Rules 1.3.14."""
    with pytest.raises(IllegalMoveError) as refusal:
        check_in_hand(tiles(hand), [tile for tile, _ in placed(move)], placed=placed(move))
    assert (refusal.value.code, refusal.value.sentence) == ("not_in_hand", sentence)
    assert set(refusal.value.cells) == {cell for _, cell in placed(move)}


@pytest.mark.parametrize(
    ("move", "code", "cells", "sentence"),
    [
        ("BC@0,0", "cell_taken", [(0, 0)], "A tile lies there already"),
        ("RX@3,0 RE@3,0", "cell_taken", [(3, 0)], "Only one tile fits into a place"),
        ("RX@3,0 BS@2,1", "not_one_line", [(3, 0), (2, 1)], "Tiles of one turn go in one line"),
        ("RX@3,0 RL@5,0", "gap_in_line", [(4, 0)], "Leave no gap between the tiles"),
        ("RX@4,0", "not_connected", [(4, 0)], "It has to touch a tile on the table"),
        ("RX@3,1", "not_connected", [(3, 1)], "It has to touch a tile on the table"),
        (
            "BX@3,0",
            "mismatch_in_line",
            [(0, 0), (1, 0), (2, 0), (3, 0)],
            "This line shares neither colour nor shape",
        ),
        ("RC@3,0", "duplicate_in_line", [(0, 0), (3, 0)], "Two red circles in one line"),
    ],
)
def test_a_broken_rule_is_named_with_its_cells(move, code, cells, sentence):
    """Rules 1.3.15-20; diagonal contact does not count (rules 1.3.19)."""
    refusal = refusal_of(ROW, move)
    assert refusal.code == code
    assert set(refusal.cells) == set(cells)
    assert refusal.sentence == sentence


def test_a_seventh_tile_in_a_line_always_breaks_an_earlier_named_rule():
    """Rules 1.3.21 follows from 1.3.20: six values, so a seventh repeats or mismatches."""
    six = "RC@0,0 RD@1,0 RS@2,0 RX@3,0 RE@4,0 RL@5,0"
    assert refusal_of(six, "RC@6,0").code == "duplicate_in_line"
    assert refusal_of(six, "BL@6,0").code == "mismatch_in_line"


def test_two_lines_join_only_if_the_whole_line_is_right():
    """Rules 1.3.22."""
    assert refusal_of("RC@0,0 BC@1,0 YC@3,0 PC@4,0", "RC@2,0").code == "duplicate_in_line"
    assert refusal_of("RC@0,0 RD@1,0 BC@3,0 YC@4,0", "RS@2,0").code == "mismatch_in_line"


def test_a_wrong_crossing_line_spoils_a_right_main_line():
    """Rules 1.3.23."""
    assert refusal_of("RC@0,0 RD@1,0 BC@3,1", "RS@2,0 RX@3,0").code == "mismatch_in_line"


def test_tiles_far_apart_are_a_gap_found_at_once():
    """A million empty cells are not walked through."""
    far = refusal_of("", "RC@0,0 RD@900000000,0")
    assert (far.code, far.cells) == ("gap_in_line", ((1, 0),))


def test_a_cell_outside_the_board_is_refused_where_there_is_an_edge():
    refusal = refusal_of(ROW, "RX@3,0", region={(x, 0) for x in range(3)})
    assert (refusal.code, refusal.cells) == ("cell_off_board", ((3, 0),))


@pytest.mark.parametrize(
    ("hand", "move", "code"),
    [
        ("GL", "RC@0,0", "not_in_hand"),  # also: the cell is taken
        ("GL RC", "GL@0,0 RC@5,5", "cell_taken"),  # also: not one line
        ("GL RC", "GL@7,0 RC@8,8", "not_one_line"),  # also: not connected
        ("GL RC", "GL@7,0 RC@9,0", "gap_in_line"),  # also: not connected
        ("GL RC", "GL@7,0 RC@8,0", "not_connected"),  # also: mismatch
        ("RS GX", "RS@3,0 GX@3,1", "mismatch_in_line"),  # also: duplicate in the row
    ],
)
def test_where_several_rules_are_broken_the_first_of_the_list_is_named(hand, move, code):
    """docs/notation.md section 4."""
    now = state(on_board=ROW, hands=[hand, "BD"])
    with pytest.raises(IllegalMoveError) as refusal:
        QWIRKLE.apply(now, 0, play(move), chance())
    assert refusal.value.code == code


def test_a_placement_without_tiles_is_no_move():
    now = state(on_board=ROW, hands=["RX", "BD"])
    with pytest.raises(BadRequestError) as refusal:
        QWIRKLE.apply(now, 0, Place(()), chance())
    assert refusal.value.code == "bad_request"


def test_a_refused_move_changes_nothing():
    now = state(on_board=ROW, hands=["RX GL", "BD"], bag="YC")
    before = QWIRKLE.encode_state(now)
    with pytest.raises(IllegalMoveError):
        QWIRKLE.apply(now, 0, play("GL@3,0"), chance())
    assert QWIRKLE.encode_state(now) == before
