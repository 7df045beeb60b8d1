"""Draw three tiles (rules 2.3)."""

import pytest

from tests.rules.expansions import CARDS, Position, events_of

HANDS = ["RC RD RX RE GX GE", "GL GD YC YD YS YX"]
BAG = "PC PD PS BC BD BS BX BE BL OC"


def test_three_tiles_more_and_then_the_turn():
    """Rules 2.3.26."""
    table = Position(hands=HANDS, bag=BAG)
    step = table.do("use draw3")
    assert table.hands[0] == HANDS[0] + " PC PD PS"
    assert (table.state.to_move, step.points) == (0, 0)
    (drawn,) = events_of(step, "tiles_drawn")
    assert (drawn.public, set(drawn.private)) == ({"count": 3}, {0})


def test_action_tiles_among_them_are_replaced():
    """Rules 2.3.26, 2.1.4."""
    table = Position(hands=HANDS, bag="PC !ask PD !take PS BC", held=["draw3", ""])
    step = table.do("use draw3")
    assert table.hands[0] == HANDS[0] + " PC PD PS"
    assert table.held == ["ask take", "ask take"]
    (drawn,) = events_of(step, "tiles_drawn")
    assert drawn.private == {
        0: {"tiles": ["PC", "PD", "PS"], "drew": ["PC", "!ask", "PD", "!take", "PS"]}
    }
    assert table.bag == "BC"


def test_no_drawing_until_the_hand_is_below_six():
    """Rules 2.3.27, 3.10: 9, play 2 -> 7, no draw; play 2 -> 5, draw 1."""
    for key, options in (
        ("qwirkle+action_tokens", {}),
        (CARDS, {"powers": ["draw3", "ask", "take"]}),
    ):
        table = Position(key, hands=HANDS, bag=BAG, options=options)
        table.do("use draw3", "play RC@1,0 RD@2,0")
        assert (table.sizes[0], len(table.state.bag)) == (7, 7)
        table.do("play YS@0,1", "play RX@3,0 RE@4,0")
        assert (table.sizes[0], len(table.state.bag)) == (6, 5)


@pytest.mark.parametrize(("bag", "size"), [("PC PD", 8), ("PC", 7), ("!ask PC", 7), ("!ask", 6)])
def test_with_fewer_in_the_bag_one_draws_what_is_there(bag, size):
    """Rules 2.3.28."""
    table = Position(hands=HANDS, bag=bag, held=["draw3", ""])
    table.do("use draw3")
    assert (table.sizes[0], table.bag) == (size, "")


def test_it_is_refused_with_an_empty_bag():
    """Rules 2.1.14, 6 D16."""
    table = Position(hands=HANDS)
    assert "draw3" not in table.seen().usable
    assert table.refusal("use draw3") == "token_no_effect"


def test_a_placement_still_has_six_tiles_at_most():
    """Rules 2.3.29."""
    table = Position(hands=["RC RD RX RE RL RS RC", "GL"], bag="PC PD PS")
    table.do("use draw3")
    play = "play RC@0,1 RD@1,1 RX@2,1 RE@3,1 RL@4,1 RS@5,1 RC@6,1"
    assert table.refusal(play) in ("mismatch_in_line", "duplicate_in_line")
    assert max(len(place.tiles) for place in table.ruleset.legal_places(table.seen())) <= 6


@pytest.mark.parametrize(
    ("trade", "size", "drawn"),
    [("GX GE", 7, 0), ("GX GE RC", 6, 0), ("GX GE RC RD", 6, 1), ("GX GE RC RD RX", 6, 2)],
)
def test_a_trade_with_more_than_six_draws_only_up_to_six(trade, size, drawn):
    """Rules 2.3.30, 6 D12."""
    table = Position(hands=HANDS, bag=BAG)
    table.do("use draw3")
    before = table.bag.split()
    table.do(f"trade {trade}")
    assert table.sizes[0] == size
    assert table.bag.split() == before[drawn:] + trade.split()


def test_nothing_may_follow_the_name():
    assert Position(hands=HANDS, bag=BAG).refusal("use draw3 RC") == "bad_request"
