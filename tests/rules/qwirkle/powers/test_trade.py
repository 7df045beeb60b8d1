"""Trade tiles and then take the turn (rules 2.6, 3.11)."""

import pytest

from tests.rules.expansions import CARDS, Position, events_of

HANDS = ["RC RD RX RE GX GE", "GL GD YC YD YS YX"]
BAG = "PC PD PS BC BD BS BX BE BL OC"
RETURN_FIRST = {"exchange_order": "return_first"}


def test_the_tiles_are_drawn_before_the_others_go_back_and_the_turn_follows():
    """Rules 2.6.44."""
    table = Position(hands=HANDS, bag="PC PD")
    step = table.do("use trade GX GE")
    assert (table.hands[0], table.bag) == ("RC RD RX RE PC PD", "GX GE")
    assert (table.state.to_move, step.points) == (0, 0)
    table.do("play RC@1,0")
    assert table.state.to_move == 1


def test_the_turn_may_be_another_trade():
    """Rules 2.6.44."""
    table = Position(hands=HANDS, bag=BAG)
    table.do("use trade GX GE", "trade RC")
    assert table.state.to_move == 1


def test_what_was_traded_is_for_the_mover_alone():
    step = Position(hands=HANDS, bag=BAG).do("use trade GX GE")
    (traded,) = events_of(step, "tiles_traded")
    assert (traded.public, traded.private) == ({"count": 2}, {0: {"tiles": ["GX", "GE"]}})


def test_action_tiles_drawn_for_it_bring_tokens():
    """Rules 2.6.45."""
    table = Position(hands=HANDS, bag="!ask PC !take PD PS", held=["trade", ""])
    table.do("use trade GX GE")
    assert (table.hands[0], table.held) == ("RC RD RX RE PC PD", ["ask take", "ask take"])


def test_the_bag_must_hold_as_many_action_tiles_counted():
    """Rules 2.6.46."""
    table = Position(hands=HANDS, bag="!ask PC", held=["trade", ""])
    assert table.refusal("use trade RC GX GE") == "short_bag"
    table.do("use trade GX GE")
    assert table.sizes[0] == 6


def test_with_partial_trades_only_as_many_go_as_the_bag_holds():
    """Rules 1.5.35 `short_trade`, 2.6.46."""
    table = Position(hands=HANDS, bag="PC PD", options={"short_trade": "partial"})
    table.do("use trade RC GX GE")
    assert table.hands[0] == "RD RX RE GE PC PD"


def test_a_draw_short_through_action_tiles_goes_on_after_the_return():
    """Rules 2.6.47, 6 D13."""
    table = Position(hands=HANDS, bag="!ask PC !take", held=["trade", ""])
    table.do("use trade RC GX GE")
    assert (table.hands[0], table.bag) == ("RD RX RE PC RC GX", "GE")


def test_the_same_holds_for_an_ordinary_trade():
    """Rules 2.6.47, 2.1.3."""
    table = Position(hands=HANDS, bag="!ask PC !take", held=["", ""])
    table.do("trade RC GX GE")
    assert (table.hands[0], table.bag) == ("RD RX RE PC RC GX", "GE")
    assert table.held == ["ask take", "ask take"]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_with_more_than_six_in_hand_one_draws_only_up_to_six(count):
    """Rules 2.6.48, 2.3.30."""
    hand = "RC RD RX RE GX GE OC OD"
    table = Position(hands=[hand, "PC"], bag="YC YD YS YX")
    table.do(f"use trade {' '.join(hand.split()[:count])}")
    assert table.sizes[0] == 6


def test_it_is_refused_with_an_empty_bag():
    """Rules 2.1.14, 6 D16; even though the bag is too short as well."""
    table = Position(hands=HANDS)
    assert "trade" not in table.seen().usable
    assert table.refusal("use trade GX") == "token_no_effect"


def test_returning_first_needs_no_bag_and_may_bring_back_ones_own():
    """Rules 3.11 `exchange_order`."""
    for key, options in (
        ("qwirkle+action_tokens", {}),
        (CARDS, {"powers": ["trade", "ask", "take"]}),
    ):
        table = Position(key, hands=HANDS, options=options | RETURN_FIRST)
        assert "trade" in table.seen().usable
        table.do("use trade RC RD")
        assert (table.hands[0], table.bag) == ("RX RE GX GE RC RD", "")
        table = Position(key, hands=HANDS, bag="PC", options=options | RETURN_FIRST)
        table.do("use trade RC RD")
        assert (table.hands[0], table.bag) == ("RX RE GX GE PC RC", "RD")


def test_the_order_is_draw_first_with_cards_as_well():
    """Rules 3.11."""
    table = Position(CARDS, hands=HANDS, bag="PC", options={"powers": ["trade", "ask", "take"]})
    assert table.refusal("use trade RC RD") == "short_bag"
    table.do("use trade RC")
    assert (table.hands[0], table.bag) == ("RD RX RE GX GE PC", "RC")


def test_the_option_changes_no_ordinary_trade():
    """Rules 1.5.34, 3.11."""
    table = Position(hands=HANDS, bag="PC", options=RETURN_FIRST)
    assert table.refusal("trade RC RD") == "short_bag"
    table.do("trade RC")
    assert table.bag == "RC"


def test_tiles_that_are_not_in_the_hand_and_none_at_all_are_refused():
    table = Position(hands=HANDS, bag=BAG)
    assert table.refusal("use trade") == "bad_request"
    assert table.refusal("use trade RC RC") == "not_in_hand"


def test_a_bag_of_action_tiles_alone_brings_ones_own_tile_back():
    """Rules 2.6.46, 2.6.47, 6 D13."""
    for move in ("use trade RC", "trade RC"):
        table = Position(hands=HANDS, bag="!ask", held=["trade", ""])
        table.do(move)
        assert (table.hands[0], table.bag) == ("RD RX RE GX GE RC", "")
        assert table.held[1] == "ask"


def test_returning_first_also_replaces_action_tiles():
    """Rules 2.6.45, 3.11."""
    table = Position(hands=HANDS, bag="!ask PC", held=["trade", ""], options=RETURN_FIRST)
    table.do("use trade RC")
    assert (table.hands[0], table.bag) == ("RD RX RE GX GE PC", "RC")


def test_a_partial_trade_counts_action_tiles_too():
    """Rules 1.5.35 `short_trade`, 2.6.46, 2.6.47."""
    table = Position(hands=HANDS, bag="!ask", held=["", ""], options={"short_trade": "partial"})
    table.do("trade RC RD RX")
    assert (table.hands[0], table.bag) == ("RD RX RE GX GE RC", "")


def test_the_bag_limits_a_trade_even_where_less_would_be_drawn():
    """Rules 1.5.35, 2.3.30, 6 D3, D12: nine tiles, one in the bag."""
    table = Position(hands=[HANDS[0] + " OC OD OX", "PC"], bag="YC")
    assert table.refusal("trade RC RD") == "short_bag"
    table.do("trade RC")
    assert (table.sizes[0], table.bag) == (8, "YC RC")
