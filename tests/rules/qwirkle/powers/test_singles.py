"""Three single tiles (rules 2.4)."""

from games.core.types import EndReason
from games.rules.qwirkle.powers.moves import UseSingles
from games.rules.qwirkle.powers.text import format_use, parse_use
from tests.rules.expansions import CARDS, Position, events_of

COMB = "RL@1,0 OL@2,0 YL@3,0 BL@4,0 RS@1,-1 OD@2,1 OS@2,2 BD@4,1 BS@4,2 RX@1,3 OX@2,3 YX@3,3"


def test_three_tiles_in_three_places_are_each_scored():
    """Rules 2.4.31, 2.4.32."""
    table = Position(on_board=COMB, hands=["GL BX RC PE YD GD", "PC"], bag="YE OE GE RE")
    step = table.do("use singles GL@5,0 BX@4,3 RC@1,-2")
    assert [event.public["points"] for event in events_of(step, "tiles_placed")] == [5, 8, 3]
    assert (step.points, table.state.scores) == (16, (16, 0))


def test_one_line_extended_three_times_scores_whole_each_time():
    """Rules 2.4.32, 3.9: 4 + 5 + 12."""
    table = Position(
        CARDS,
        on_board="RS@0,0 OS@1,0 YS@2,0",
        hands=["GS BS PS PE YD GD", "PC"],
        bag="YE OE GE RE",
        options={"powers": ["singles", "ask", "draw3"]},
    )
    assert table.do("use singles GS@3,0 BS@4,0 PS@5,0").points == 21


def test_each_is_judged_on_the_board_as_it_then_stands():
    """Rules 2.4.31, 2.4.37: in another order the same tiles do not fit."""
    table = Position(on_board="RS@0,0", hands=["OS YS GS", "PC"], bag="YE OE GE")
    assert table.refusal("use singles GS@3,0 YS@2,0 OS@1,0") == "not_connected"
    assert table.do("use singles OS@1,0 YS@2,0 GS@3,0").points == 2 + 3 + 4


def test_nothing_is_drawn_until_all_are_scored():
    """Rules 2.4.33: the tile in front of the bag cannot be among them."""
    table = Position(on_board="RS@0,0", hands=["OS YS", "PC"], bag="GS YE OE GE RE")
    assert table.refusal("use singles OS@1,0 YS@2,0 GS@3,0") == "not_in_hand"
    step = table.do("use singles OS@1,0 YS@2,0")
    assert [event.kind for event in step.events] == [
        "power_used",
        "tiles_placed",
        "tiles_placed",
        "tiles_drawn",
    ]
    assert table.hands[0] == "GS YE OE GE RE"


def test_they_are_the_whole_turn():
    """Rules 2.4.34, 6 D9."""
    table = Position(on_board="RS@0,0", hands=["OS YS GS BS", "PC"], bag="YE OE GE RE BL")
    table.do("use singles OS@1,0 YS@2,0 GS@3,0")
    assert table.state.to_move == 1
    assert table.sizes[0] == 6


def test_stopping_while_a_tile_fits_is_refused():
    """Rules 2.4.35, 6 D9."""
    table = Position(on_board="RS@0,0", hands=["OS YS GS", "PC"], bag="YE")
    assert table.refusal("use singles OS@1,0") == "must_continue_singles"
    assert table.refusal("use singles OS@1,0 YS@2,0") == "must_continue_singles"


def test_stopping_is_allowed_when_nothing_fits_any_more():
    """Rules 2.4.35."""
    table = Position(on_board="RS@0,0", hands=["OS GL GD", "PC"], bag="YE")
    table.do("use singles OS@1,0")
    assert (table.state.to_move, table.state.scores) == (1, (2, 0))


def test_stopping_is_allowed_when_the_hand_is_empty():
    """Rules 2.4.35: with tiles in the bag the game goes on."""
    table = Position(on_board="RS@0,0", hands=["OS YS", "PC"], bag="YE OE")
    table.do("use singles OS@1,0 YS@2,0")
    assert (table.reason, table.hands[0]) == (None, "YE OE")


def test_an_option_lets_one_stop_at_any_time():
    """Rules 2.4.35 `singles_may_stop`."""
    table = Position(
        on_board="RS@0,0", hands=["OS YS GS", "PC"], bag="YE", options={"singles_may_stop": True}
    )
    table.do("use singles OS@1,0")
    assert table.state.to_move == 1


def test_going_out_with_the_second_tile_earns_six_once_and_ends_the_game():
    """Rules 2.4.36."""
    table = Position(on_board="RS@0,0", hands=["OS YS", "PC"])
    step = table.do("use singles OS@1,0 YS@2,0")
    assert (step.points, table.reason) == (2 + 3 + 6, EndReason.WENT_OUT)
    assert table.state.scores == (11, 0)


def test_it_cannot_be_used_where_no_tile_fits():
    """Rules 2.1.14."""
    table = Position(on_board="RS@0,0", hands=["GL YD", "PC"], bag="YE")
    assert "singles" not in table.seen().usable
    assert table.refusal("use singles GL@1,0") == "mismatch_in_line"


def test_one_wrong_tile_refuses_all():
    table = Position(on_board="RS@0,0", hands=["OS YS GS", "PC"], bag="YE")
    assert table.refusal("use singles OS@1,0 YS@2,0 GS@2,0") == "cell_taken"
    assert table.refusal("use singles OS@1,0 YS@2,0 YS@3,0") == "not_in_hand"


def test_none_or_four_tiles_are_no_move():
    table = Position(on_board="RS@0,0", hands=["OS YS GS BS", "PC"], bag="YE")
    assert table.refusal("use singles") == "bad_request"
    assert table.refusal("use singles OS@1,0 YS@2,0 GS@3,0 BS@4,0") == "bad_request"


def test_their_order_is_kept_in_the_text():
    """docs/notation.md section 1."""
    text = "use singles GL@5,0 BX@4,3 RC@1,-2"
    move = parse_use(text.lower())
    assert isinstance(move, UseSingles)
    assert format_use(move) == text


def test_each_of_them_is_looked_at_before_whose_turn_it_is():
    """docs/notation.md 5.24: the second tile, too."""
    table = Position(on_board="RS@0,0", hands=["PC", "RC GD"], bag="YE", held=["singles"] * 2)
    assert table.refusal("use singles RC@1,0 GD@9,9", seat=1) == "not_connected"
    assert table.refusal("use singles RC@1,0", seat=1) == "not_your_turn"


def test_with_nine_in_hand_three_are_laid_and_none_is_drawn():
    """Rules 2.4.33, 2.1.10."""
    hand = "RC RD RX RE GX GE GL YC YD"
    table = Position(on_board="RS@0,0", hands=[hand, "PC"], bag="YE OE GE")
    table.do("use singles RC@1,0 RD@2,0 RX@3,0")
    assert (table.sizes[0], table.bag) == (6, "YE OE GE")


def test_one_goes_out_with_the_second_tile_though_action_tiles_are_left():
    """Rules 2.4.36, 2.8.58."""
    table = Position(on_board="RS@0,0", hands=["RC RD", "PC"], bag="!ask", held=["singles", ""])
    step = table.do("use singles RC@1,0 RD@2,0")
    assert (step.points, table.reason) == (2 + 3 + 6, EndReason.WENT_OUT)


def test_a_tile_may_fit_only_after_the_one_before_it():
    """Rules 2.4.31, 2.4.35: so two of two have to be laid."""
    table = Position(on_board="RS@0,0", hands=["RC GC", "PC"], bag="YE")
    assert table.refusal("use singles GC@1,0") == "mismatch_in_line"
    assert table.refusal("use singles RC@1,0") == "must_continue_singles"
    assert table.do("use singles RC@1,0 GC@1,1").points == 2 + 2
