"""Take an extra turn (rules 2.5)."""

from games.core.types import EndReason
from games.rules.qwirkle.moves import Pass
from tests.rules.expansions import CARDS, Position

HANDS = ["RC RD RX RE GX GE", "GL GD YC YD YS YX"]
BAG = "PC PD PS BC BD BS BX BE BL OC"


def test_two_turns_with_a_draw_in_between():
    """Rules 2.5.38, 3.12."""
    for key, options in (
        ("qwirkle+action_tokens", {}),
        (CARDS, {"powers": ["again", "ask", "take"]}),
    ):
        table = Position(key, hands=HANDS, bag=BAG, options=options)
        table.do("use again", "play RC@1,0 RD@2,0")
        assert (table.state.to_move, table.sizes[0]) == (0, 6)
        table.do("play RX@3,0")
        assert (table.state.to_move, table.sizes[0], table.state.scores) == (1, 6, (7, 0))


def test_no_other_power_in_either_turn():
    """Rules 2.5.38, 2.1.8, 3.6."""
    table = Position(hands=HANDS, bag=BAG)
    table.do("use again")
    assert table.refusal("use ask OC") == "token_not_now"
    table.do("play RC@1,0")
    assert table.refusal("use ask OC") == "token_not_now"
    assert table.seen().usable == ()
    table.do("play RD@2,0", "trade GL")
    assert "ask" in table.seen().usable


def test_either_turn_may_be_a_trade():
    """Rules 2.5.39."""
    table = Position(hands=HANDS, bag=BAG)
    table.do("use again", "trade GX")
    assert table.state.to_move == 0
    table.do("trade GE")
    assert table.state.to_move == 1


def test_a_token_drawn_in_between_is_for_a_later_turn():
    """Rules 2.5.40, 2.1.7."""
    table = Position(hands=HANDS, bag="!draw3 " + BAG, held=["again", ""])
    table.do("use again", "play RC@1,0")
    assert table.held == ["draw3", "draw3"]
    assert table.refusal("use draw3") == "token_not_now"
    table.do("play RD@2,0")
    assert table.seen().usable == ("draw3",)
    table.do("trade GL")
    assert table.seen().usable == ("draw3",)


def test_going_out_in_the_first_turn_ends_the_game():
    """Rules 2.5.41."""
    table = Position(hands=["RC", "GL"])
    step = table.do("use again", "play RC@1,0")
    assert (step.points, table.reason) == (2 + 6, EndReason.WENT_OUT)


def test_with_an_empty_bag_the_second_turn_is_played_with_the_rest():
    """Rules 2.5.42."""
    table = Position(hands=["RC RD", "GL"])
    step = table.do("use again", "play RC@1,0", "play RD@2,0")
    assert (step.points, table.reason) == (3 + 6, EndReason.WENT_OUT)


def test_a_second_turn_in_which_nothing_fits_is_passed():
    """Rules 2.5.42, 1.5.38."""
    table = Position(hands=["RC GL", "RD YE"])
    table.do("use again", "play RC@1,0")
    assert (table.state.to_move, table.automatic()) == (0, Pass())
    table.do("pass")
    assert (table.state.to_move, table.reason) == (1, None)


def test_both_turns_are_one_in_a_round_of_passes():
    """Rules 2.5.43, 1.6.42."""
    table = Position(hands=["GL", "RD YE"], on_board="RS@0,0")
    table.do("use again", "pass")
    assert (table.state.to_move, table.reason) == (0, None)
    table.do("pass")
    assert (table.state.to_move, table.reason, table.state.pass_count) == (1, None, 1)


def test_both_turns_are_one_in_the_rounds_without_a_placement():
    """Rules 2.5.43, 1.6.45."""
    table = Position(hands=HANDS, bag=BAG, options={"stalemate_rounds": 1})
    table.do("use again", "trade GX", "trade GE")
    assert (table.reason, table.state.idle_count) == (None, 1)
    table.do("trade GL")
    assert table.reason == EndReason.STALEMATE


def test_a_placement_in_the_first_turn_counts_for_both():
    """Rules 2.5.43, 1.6.45."""
    table = Position(hands=HANDS, bag=BAG, options={"stalemate_rounds": 1})
    table.do("use again", "play RC@1,0", "trade GX")
    assert table.state.idle_count == 0
    table.do("trade GL")
    assert table.reason is None


def test_who_leaves_between_the_two_turns_is_followed_by_the_next_seat():
    table = Position(hands=[*HANDS, "OC"], bag=BAG)
    table.do("use again", "play RC@1,0", "resign")
    assert (table.state.to_move, table.state.idle_count) == (1, 0)
    table.do("trade GL")
    assert table.state.to_move == 2


def test_it_is_always_of_use():
    """Rules 2.1.14: even where no tile fits."""
    table = Position(hands=["GL", "PC"], bag="PX")
    assert "again" in table.seen().usable
    table.do("use again", "trade GL", "trade PX")
    assert table.state.to_move == 1


def test_in_neither_turn_does_one_pass_while_there_is_something_to_do():
    """Rules 2.5.42, 1.5.38, 1.5.39."""
    table = Position(hands=["GL", "PC"], bag="PX")
    table.do("use again")
    assert table.refusal("pass") == "pass_not_allowed"
    table = Position(hands=["RC RD", "PC"])
    table.do("use again", "play RC@1,0")
    assert table.refusal("pass") == "pass_not_allowed"


def test_a_pass_after_a_placement_in_the_first_turn_is_none_in_a_round_of_passes():
    """Rules 2.5.43, 1.6.42, 2.8.59: the token that could not be used then may be used later."""
    table = Position(hands=["RC GL", "YE"], held=["again take", ""])
    table.do("use again", "play RC@1,0", "pass", "pass")
    assert (table.reason, table.state.to_move, table.state.pass_count) == (None, 0, 1)
    assert table.seen().usable == ("take",)
    table.do("pass")
    assert table.reason is EndReason.BLOCKED
