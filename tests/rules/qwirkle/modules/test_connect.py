"""The Connect side: start tiles and bonus cells (rules 4.2)."""

from collections import Counter
from itertools import product

import pytest

from games.rules import registry
from games.rules.qwirkle.board import neighbours
from games.rules.qwirkle.modules.boards.layout import SIDES, layout_of
from games.rules.qwirkle.opening import largest_seats
from games.rules.qwirkle.tiles import colour, shape
from tests.rules.expansions import BOARDS, Position, events_of
from tests.rules.games import FULL_SET, all_tiles, chance

GAME = registry.get_qwirkle(BOARDS)
STARTS = "RS@6,1 GC@5,2 BL@4,3"
"""Some start tiles of the first board, not turned."""


def connect(**changed):
    table = {"on_board": STARTS, "bag": "PC PD PE PX PL OD OE OX"} | changed
    return Position(BOARDS, options={"boards": "cccc"}, **table)


def dealt(boards, seats=2):
    options = GAME.parse_options({"boards": boards})
    return GAME.initial_step(seats, options, chance(-1, "boards"), seniority=range(seats)).state


def test_six_start_cells_a_board_lie_on_a_diagonal():
    """Rules 4.2.10, 4.2.11."""
    first = layout_of("cccc")
    assert len(first.start) == 24
    assert first.start[:6] == ((6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (1, 6))
    turned = layout_of("c'ccc")
    assert turned.start[:6] == ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6))
    assert turned.start[6:] == first.start[6:]


def test_each_board_has_two_cells_of_two_points_and_ten_of_one():
    """Rules 4.2.11: a one-point cell lies next to two start cells."""
    for boards in ("cccc", "c'cc'c"):
        layout = layout_of(boards)
        assert Counter(layout.bonuses.values()) == {2: 8, 1: 40}
        beside = Counter(cell for start in layout.start for cell in neighbours(start))
        assert {cell for cell, points in layout.bonuses.items() if points == 1} == {
            cell for cell, count in beside.items() if count == 2
        }
    assert layout_of("cccc").bonuses[1, 1] == layout_of("cccc").bonuses[6, 6] == 2
    assert layout_of("c'ccc").bonuses[6, 1] == layout_of("c'ccc").bonuses[1, 6] == 2


def test_start_cells_never_touch_whatever_boards_meet():
    """Rules 4.2.12."""
    for four in product(SIDES, repeat=4):
        start = layout_of("".join(four)).start
        assert not {cell for one in start for cell in neighbours(one)} & set(start)


@pytest.mark.parametrize(("seats", "bag"), [(2, 72), (3, 66), (4, 60)])
def test_start_tiles_are_drawn_first_then_the_hands(seats, bag):
    """Rules 4.2.10, 4.2.17."""
    state = dealt("cccc", seats)
    assert set(state.board) == set(layout_of("cccc").start)
    assert (len(state.bag), [len(hand) for hand in state.hands]) == (bag, [6] * seats)
    assert all_tiles(state) == FULL_SET
    mixed = chance(-1, "boards").shuffled(tuple(FULL_SET))
    assert tuple(state.board.values()) == mixed[:24]
    assert state.hands[0] == mixed[24:30]


def test_the_largest_set_opens_but_has_no_duty():
    """Rules 4.2.16, 6 D18: any legal move, a trade too."""
    state = dealt("cccc")
    assert state.opening_count == 0
    table = connect(hands=["RC RD RX GE GL YS", "PC"])
    table.do("play RC@6,2")
    table = connect(hands=["RC RD RX GE GL YS", "PC"])
    table.do("trade GE")
    assert table.state.to_move == 1


def test_every_move_touches_a_tile_the_first_one_a_start_tile():
    """Rules 4.2.15."""
    table = connect(hands=["RC PL", "PC"])
    assert table.refusal("play RC@7,7") == "not_connected"
    assert table.refusal("play RC@0,0") == "not_connected"
    table.do("play RC@7,1")


def test_a_covered_bonus_cell_adds_its_number_once():
    """Rules 4.2.13."""
    table = connect(hands=["RC RD GE", "RX GL"])
    step = table.do("play RC@6,2")
    assert (step.points, events_of(step, "tiles_placed")[0].public["bonus"]) == (2 + 2 + 1, 1)
    step = table.do("play RX@6,3")
    assert (step.points, events_of(step, "tiles_placed")[0].public["bonus"]) == (3, 0)


def test_each_covered_cell_of_a_move_adds_its_own():
    """Rules 4.2.13."""
    table = connect(on_board="RS@4,3", hands=["RD RX", "PC"])
    assert table.do("play RD@4,2 RX@4,4").points == 3 + 1 + 1
    table = connect(on_board="RS@6,1 RC@6,2 RD@6,3 RX@6,4 RE@6,5", hands=["RL", "PC"])
    assert table.do("play RL@6,6").points == 12 + 2


def test_lines_run_through_start_tiles_and_across_the_seams():
    """Rules 4.2.14."""
    table = connect(on_board="RS@6,1 RC@7,1", hands=["RD RX RE RL", "PC"])
    step = table.do("play RD@8,1 RX@9,1 RE@10,1 RL@11,1")
    assert (step.points, events_of(step, "tiles_placed")[0].public["bonus"]) == (12 + 2, 2)


def test_a_locked_table_ends_after_rounds_without_a_placement():
    """Rules 4.2.18, 1.6.45."""
    table = connect(hands=["GE", "PC"], bag="PD PE OD OE")
    for _ in range(8):
        hand = table.hands[table.state.to_move].split()
        table.do(f"trade {hand[0]}")
    assert table.reason == "stalemate"


def test_who_holds_the_largest_set_opens():
    """Rules 4.2.16, 1.1.6, 6 D18; docs/notation.md 5.8."""
    for seats in (2, 3, 4):
        state = dealt("cc'c'c", seats)
        assert state.to_move == state.opener
        assert state.opener in largest_seats(state.hands)
    table = connect(hands=["RC GE", "RD GL"])
    for text in ("play RD@7,1", "trade GL", "pass"):
        assert table.refusal(text, seat=1) == "wrong_opener"
    table.do("trade GE")
    assert table.refusal("trade RC", seat=0) == "not_your_turn"


def test_where_the_opener_leaves_before_his_turn_the_next_seat_opens():
    """Rules 4.2.16, 6 D25."""
    table = connect(hands=["RC", "RD", "RX"])
    table.do("resign")
    assert (table.state.to_move, table.state.opener) == (1, 1)
    table.do("trade RD", "resign")
    assert (table.state.to_move, table.state.opener, table.reason) == (2, 1, "resigned")


def test_start_tiles_are_any_six():
    """Rules 4.2.19: no care is taken that a diagonal holds six colours or six shapes."""
    options = GAME.parse_options({"boards": "cccc"})
    repeats = 0
    for number in range(20):
        step = GAME.initial_step(2, options, chance(-1, f"start {number}"), seniority=range(2))
        first = list(step.state.board.values())[:6]
        repeats += len({*map(colour, first)}) < 6 and len({*map(shape, first)}) < 6
    assert repeats > 10


def test_a_turned_board_has_its_bonus_cells_turned():
    """Rules 4.2.11: row 1, column 6 instead of column 1."""
    for boards, bonus in (("c'ccc", 2), ("cccc", 0)):
        table = Position(
            BOARDS, on_board="RS@5,1", hands=["RL", "PC"], bag="PD", options={"boards": boards}
        )
        assert table.do("play RL@6,1").points == 2 + bonus
