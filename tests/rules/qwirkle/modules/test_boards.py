"""Expansion 1: four boards, their sides and their edge (rules 4, 4.3)."""

import re
from collections import Counter

import pytest

from games.core.errors import BadRequestError
from games.rules import registry
from games.rules.qwirkle.modules.boards.layout import SIDES, layout_of
from games.rules.qwirkle.moves import Pass
from games.rules.qwirkle.notation import cell_text
from tests.rules.expansions import BOARDS, Position
from tests.rules.games import chance

GAME = registry.get_qwirkle(BOARDS)
STARTS = "RS@6,1 GC@5,2 BL@4,3"
SELECT = {"boards": "ssss"}


def select(**changed):
    bag = "PC PD PE PX PL OD OE OX"
    return Position(BOARDS, options=SELECT, **({"on_board": "RS@7,7", "bag": bag} | changed))


def dealt(boards, seats=2):
    options = GAME.parse_options({"boards": boards})
    return GAME.initial_step(seats, options, chance(-1, "boards"), seniority=range(seats)).state


def test_four_boards_make_16_by_16_cells_and_nothing_lies_outside():
    """Rules 4.1, 4.3."""
    for cell, inside in (("15,15", True), ("16,15", False), ("15,16", False), ("0,-1", False)):
        x, y = map(int, cell.split(","))
        near = min(max(x, 0), 15), min(max(y, 0), 15)
        start = near if near != (x, y) else (14, 15)
        table = select(on_board=f"RS@{cell_text(start)}", hands=["RC", "PC"])
        if inside:
            table.do(f"play RC@{cell}")
        else:
            assert table.refusal(f"play RC@{cell}") == "cell_off_board"
            assert all(
                0 <= x < 16 and 0 <= y < 16
                for place in GAME.legal_places(table.seen())
                for _, (x, y) in place.tiles
            )


def test_one_who_could_place_only_outside_has_to_pass():
    """Rules 4.3, 1.5.38."""
    table = select(on_board="RS@0,0 GL@1,1", hands=["RX", "PE"], bag="")
    assert table.automatic() == Pass()


def test_sides_are_drawn_for_each_board_by_itself():
    """Rules 4.2, 4.2.11."""
    drawn = Counter(
        GAME.draw_options(GAME.parse_options({}), chance(-2, f"sides {number}"))["boards"]
        for number in range(400)
    )
    assert len(drawn) > 150
    for place in range(4):
        assert {sides_of(boards)[place] for boards in drawn} == set(SIDES)


def sides_of(boards):
    return re.findall("[cs]'?", boards)


def test_chosen_sides_are_kept_and_else_they_are_open():
    options = GAME.parse_options({"boards": "cs'c's"})
    assert GAME.draw_options(options, chance(-2)) == options
    assert GAME.open_option(options) is None
    assert GAME.open_option(GAME.parse_options({})) == "boards"


@pytest.mark.parametrize("value", ["ccc", "ccccc", "CCCC", "cccx", "'cccc", "cc''cc", 4, ["c"], ""])
def test_wrong_boards_are_refused_by_name(value):
    """docs/notation.md sections 1 and 2."""
    with pytest.raises(BadRequestError, match="“boards”") as refusal:
        GAME.parse_options({"boards": value})
    assert refusal.value.code == "unknown_option"


@pytest.mark.parametrize("key", ["tokens", "powers", "take_rule", "select_same_cell"])
def test_options_of_other_expansions_are_unknown(key):
    with pytest.raises(BadRequestError, match=f"“{key}”"):
        GAME.parse_options({key: None})


def test_on_mixed_sides_the_first_move_touches_a_start_tile_or_covers_a_select_start_cell():
    """Rules 4.3.20."""
    for play, code in (
        ("RC@7,1", None),
        ("RC@7,7", "not_connected"),
        ("RC@8,7", None),
        ("RC@0,0", "not_connected"),
    ):
        table = Position(
            BOARDS, on_board=STARTS, hands=["RC PL", "PC"], bag="PD", options={"boards": "cscc"}
        )
        if code:
            assert table.refusal(f"play {play}") == code
        else:
            assert any(
                cell_text(cell) == play[3:]
                for place in GAME.legal_places(table.seen())
                for _, cell in place.tiles
            )
            table.do(f"play {play}")


def test_that_is_over_with_the_first_move():
    """Rules 4.3.20, 1.3.19."""
    table = Position(
        BOARDS, on_board=STARTS, hands=["RC PL", "PE"], bag="PD", options={"boards": "cscc"}
    )
    table.do("play RC@7,1")
    assert table.refusal("play PE@8,7") == "not_connected"


def test_both_rule_sets_apply_on_mixed_sides():
    """Rules 4.3.20."""
    layout = layout_of("csc's'")
    assert (len(layout.start), len(layout.stars), len(layout.bonuses)) == (12, 6, 24)
    assert layout.centre == {(8, 7), (8, 8)}
    state = dealt("csc's'")
    assert (len(state.board), state.opening_count) == (12, 0)
    assert len(state.extras["boards"]["discs"]) == 6


MIXED = {"boards": "cscc"}


def test_as_long_as_nothing_was_placed_the_next_seat_may_make_the_first_move():
    """Rules 4.3.20, 4.2.16."""
    table = Position(BOARDS, on_board=STARTS, hands=["RC GE", "PL PE"], bag="PD", options=MIXED)
    table.do("trade GE", "play PE@8,7")


def test_a_first_move_of_one_tile_on_the_start_square_scores_one():
    """Rules 1.4.29, docs/notation.md 5.32: it is the start of the game."""
    table = Position(BOARDS, on_board=STARTS, hands=["RC GL", "PE"], bag="PD", options=MIXED)
    assert {
        place.score
        for place in GAME.legal_places(table.seen())
        if place.tiles[0][1] == (8, 7) and len(place.tiles) == 1
    } == {1}
    assert table.do("play RC@8,7").points == 1
