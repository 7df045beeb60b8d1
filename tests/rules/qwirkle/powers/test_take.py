"""Take a tile off the board (rules 2.7, 3.8)."""

import random

import pytest

from games.rules.qwirkle.board import lines_through, neighbours
from games.rules.qwirkle.powers.takeable import take_fault, takeable_cells
from games.rules.qwirkle.tiles import colour, shape
from tests.rules.expansions import CARDS, Position, board, events_of
from tests.rules.games import at_random, play_game

TAKE_CARD = {"powers": ["take", "ask", "again"]}
ROW = "RS@0,0 OS@1,0 YS@2,0"
RING = "RC@0,0 RS@1,0 RD@2,0 BC@0,1 BD@2,1 GC@0,2 GS@1,2 GD@2,2"
HANDS = ["GS BS PE YD GD", "PC PD"]


def cells(on_board, *, only_ends=False, may_disconnect=False):
    return set(takeable_cells(board(on_board), only_ends=only_ends, may_disconnect=may_disconnect))


def test_the_tile_goes_into_the_hand_and_the_turn_follows():
    """Rules 2.7.49."""
    table = Position(on_board=ROW, hands=HANDS, bag="BL BD BC")
    step = table.do("use take 2,0")
    assert (table.hands[0], (2, 0) in table.state.board) == ("GS BS PE YD GD YS", False)
    (taken,) = events_of(step, "tile_taken")
    assert (taken.public, taken.private) == ({"tile": "YS", "cell": "2,0"}, {})
    table.do("play GS@2,0")
    assert (table.state.to_move, table.sizes[0], table.bag) == (1, 6, "BD BC")


def test_a_tile_of_a_qwirkle_stays_in_either_direction():
    """Rules 2.7.50."""
    across = "RS@0,0 OS@1,0 YS@2,0 GS@3,0 BS@4,0 PS@5,0 PC@5,1"
    down = "RS@0,0 OS@0,1 YS@0,2 GS@0,3 BS@0,4 PS@0,5"
    assert cells(across) == {(5, 1)}
    assert cells(f"{down} RC@1,0") == {(1, 0)}
    assert cells(across, may_disconnect=True) == {(5, 1)}
    table = Position(on_board=across, hands=HANDS, bag="BL")
    assert table.refusal("use take 5,0") == "take_in_qwirkle"


def test_the_rest_has_to_hang_together():
    """Rules 2.7.51."""
    table = Position(on_board=ROW, hands=HANDS, bag="BL")
    assert table.refusal("use take 1,0") == "take_disconnects"
    assert cells(ROW) == {(0, 0), (2, 0)}


def test_a_tile_inside_a_line_may_be_taken_if_all_hangs_together_another_way():
    """Rules 2.7.52, 6 D11: the default with tokens."""
    assert len(cells(RING)) == 8
    Position(on_board=RING, hands=HANDS, bag="BL").do("use take 1,0")


def test_with_cards_only_ends_of_lines_and_corners_may_be_taken():
    """Rules 3.8, 6 D11."""
    table = Position(CARDS, on_board=RING, hands=HANDS, bag="BL", options=TAKE_CARD)
    assert table.refusal("use take 1,0") == "take_inside_line"
    assert cells(RING, only_ends=True) == {(0, 0), (2, 0), (0, 2), (2, 2)}
    table.do("use take 2,2")
    cards = Position(CARDS, on_board=ROW, hands=HANDS, bag="BL", options=TAKE_CARD)
    assert cards.refusal("use take 1,0") == "take_disconnects"


def test_the_option_switches_the_two_rules():
    """Rules 2.7.52, 3.8 `take_rule`."""
    tokens = Position(on_board=RING, hands=HANDS, bag="BL", options={"take_rule": "line_end"})
    assert tokens.refusal("use take 1,0") == "take_inside_line"
    options = TAKE_CARD | {"take_rule": "connected"}
    Position(CARDS, on_board=RING, hands=HANDS, bag="BL", options=options).do("use take 1,0")


def test_the_tile_need_not_be_played():
    """Rules 2.7.54: the turn may even be a trade."""
    table = Position(on_board=ROW, hands=HANDS, bag="BL BD")
    table.do("use take 2,0", "trade PE")
    assert (table.state.to_move, table.sizes[0]) == (1, 6)


@pytest.mark.parametrize("key", ["qwirkle+action_tokens", CARDS])
def test_the_tile_may_go_back_to_its_cell_and_scores_again(key):
    """Rules 2.7.55, 6 D10."""
    options = TAKE_CARD if key == CARDS else {}
    table = Position(
        key, on_board=f"{ROW} GS@3,0 BS@4,0", hands=["PS PE", "PC"], bag="BL", options=options
    )
    assert table.do("use take 4,0", "play BS@4,0").points == 5
    table = Position(
        key, on_board=f"{ROW} GS@3,0 BS@4,0", hands=["PS PE", "PC"], bag="BL", options=options
    )
    assert table.do("use take 4,0", "play BS@4,0 PS@5,0").points == 12


def test_an_option_bars_the_same_cell_for_the_same_turn():
    """Rules 2.7.55 `select_same_cell`, 6 D10."""
    table = Position(
        on_board=ROW, hands=["GS", "YS"], bag="BL BD", options={"select_same_cell": "bar"}
    )
    table.do("use take 2,0")
    assert table.refusal("play YS@2,0") == "cell_taken"
    assert table.refusal("play GS@3,0 YS@2,0") == "cell_taken"
    assert not [
        place
        for place in table.ruleset.legal_places(table.seen())
        if any(cell == (2, 0) and tile == 14 for tile, cell in place.tiles)
    ]
    table.do("play GS@2,0 YS@3,0")


def test_the_bar_ends_with_the_turn():
    """Rules 2.7.55."""
    table = Position(
        on_board=ROW, hands=["GC BC", "YS"], bag="BL BD", options={"select_same_cell": "bar"}
    )
    table.do("use take 2,0", "trade GC")
    table.do("play YS@2,0")


def test_what_is_offered_under_the_bar_and_whether_anything_can_be_placed_agree():
    """Rules 2.7.55."""
    table = Position(
        on_board="RS@0,0 OS@1,0", hands=["PC", "PC"], options={"select_same_cell": "bar"}
    )
    table.do("use take 1,0")
    places = table.ruleset.legal_places(table.seen())
    assert table.seen().may_place
    assert {cell for place in places for _, cell in place.tiles} == {(-1, 0), (0, 1), (0, -1)}


def test_the_last_tile_of_the_board_stays():
    """Rules 2.7.56, 2.1.14: the power would have no effect."""
    table = Position(on_board="RS@0,0", hands=HANDS, bag="BL")
    assert "take" not in table.seen().usable
    assert table.refusal("use take 0,0") == "token_no_effect"
    assert cells("RS@0,0", may_disconnect=True) == set()


def test_where_every_tile_belongs_to_a_qwirkle_it_has_no_effect():
    """Rules 2.1.14, 6 D16."""
    qwirkle = "RS@0,0 OS@1,0 YS@2,0 GS@3,0 BS@4,0 PS@5,0"
    table = Position(on_board=qwirkle, hands=HANDS, bag="BL")
    assert table.refusal("use take 0,0") == "token_no_effect"


def test_an_empty_cell_and_a_wrong_one_are_refused():
    table = Position(on_board=ROW, hands=HANDS, bag="BL")
    assert table.refusal("use take 9,9") == "take_empty_cell"
    assert table.refusal("use take 9") == "bad_request"
    assert table.refusal("use take") == "bad_request"


@pytest.mark.parametrize("only_ends", [False, True])
@pytest.mark.parametrize("may_disconnect", [False, True])
def test_the_list_of_cells_agrees_with_the_judgement_of_each(only_ends, may_disconnect):
    """Random boards, whole ones and such that lie in pieces."""
    rule = {"only_ends": only_ends, "may_disconnect": may_disconnect}
    luck = random.Random(7)
    for now in play_game("takeable", 3, at_random).states[3::3]:
        whole = now.board
        kept = {cell: tile for cell, tile in whole.items() if luck.random() < 0.9}
        for one in (whole, type(whole)(kept)):
            single = {cell for cell in one if take_fault(one, cell, **rule) is None}
            assert set(takeable_cells(one, **rule)) == single


def test_diagonal_contact_holds_nothing_together():
    """Rules 2.7.51, 1.3.19."""
    table = Position(on_board="RS@0,0 RC@1,0 OC@1,1", hands=HANDS, bag="BL")
    assert table.refusal("use take 1,0") == "take_disconnects"


def test_what_is_left_of_the_board_is_always_legal():
    """Rules 2.7.53: every line of it still shares one colour or one shape."""
    for now in play_game("takeable", 2, at_random).states[5::9]:
        for cell in takeable_cells(now.board, only_ends=False, may_disconnect=True):
            rest = now.board.without(cell)
            for x, y in neighbours(cell):
                if (x, y) in rest:
                    for line in lines_through(rest, [(rest[x, y], (x, y))]):
                        kinds = [tile for tile, _ in line]
                        assert len(set(kinds)) == len(kinds)
                        assert len({*map(colour, kinds)}) == 1 or len({*map(shape, kinds)}) == 1


def test_several_faults_are_named_in_the_order_of_the_codes():
    """docs/notation.md section 4: in a Qwirkle, then parted, then inside a line."""
    qwirkle = "RS@0,0 OS@0,1 YS@0,2 GS@0,3 BS@0,4 PS@0,5 RC@1,0"
    for key, options in (("qwirkle+action_tokens", {}), (CARDS, TAKE_CARD)):
        table = Position(key, on_board=qwirkle, hands=HANDS, bag="BL", options=options)
        assert table.refusal("use take 0,2") == "take_in_qwirkle"
        table = Position(key, on_board=ROW, hands=HANDS, bag="BL", options=options)
        assert table.refusal("use take 1,0") == "take_disconnects"


def test_the_tile_counts_in_the_hand_for_a_trade_and_for_the_refill():
    """Rules 2.7.49, 2.3.30: seven tiles, so one less brings none."""
    for move in ("trade PE", "play GS@2,0"):
        table = Position(on_board=ROW, hands=[HANDS[0] + " GX", "PC"], bag="BL BD")
        table.do("use take 2,0", move)
        assert table.sizes[0] == 6
