"""Ask for a tile (rules 2.2)."""

from games.core.types import EndReason
from games.rules.qwirkle.moves import Pass
from tests.rules.expansions import CARDS, Position, events_of

FOUR = ["RC RD RX RE GX GE", "GL GD YC YD YS YX", "OC OC PD PS PX PE", "OC BC BD BS BX BE"]


def test_the_first_clockwise_who_has_it_gives_one_copy_and_draws_at_once():
    """Rules 2.2.15, 2.2.16."""
    table = Position(hands=FOUR, bag="PC PL OL OE")
    table.do("use ask OC")
    assert table.hands[0] == "RC RD RX RE GX GE OC"
    assert table.hands[1] == FOUR[1]
    assert table.hands[2] == "OC PD PS PX PE PC"
    assert table.hands[3] == FOUR[3]
    assert table.bag == "PL OL OE"


def test_asking_goes_round_from_the_asker_and_stops_at_the_first_who_has_it():
    """Rules 2.2.15, 2.2.16."""
    table = Position(hands=FOUR, bag="PC PL", held=["", "", "ask", ""], to_move=2)
    (asked,) = events_of(table.do("use ask RC"), "tile_asked")
    assert asked.public == {"tile": "RC", "asked": [3, 0], "giver": 0}


def test_the_same_with_the_card():
    """Rules 3.7."""
    table = Position(CARDS, hands=FOUR, bag="PC PL", options={"powers": ["ask", "take", "again"]})
    (asked,) = events_of(table.do("use ask OC"), "tile_asked")
    assert asked.public["giver"] == 2
    assert table.sizes == [7, 6, 6, 6]


def test_who_has_left_the_game_is_not_asked():
    table = Position(hands=FOUR, bag="PC PL")
    table.do("resign", seat=2)
    (asked,) = events_of(table.do("use ask OC"), "tile_asked")
    assert asked.public == {"tile": "OC", "asked": [1, 3], "giver": 3}


def test_if_nobody_has_it_the_asker_draws_one():
    """Rules 2.2.17, 3.7."""
    table = Position(hands=FOUR, bag="PC PL")
    (asked,) = events_of(table.do("use ask RL"), "tile_asked")
    assert asked.public == {"tile": "RL", "asked": [1, 2, 3], "giver": None}
    assert table.hands[0] == "RC RD RX RE GX GE PC"
    assert table.sizes == [7, 6, 6, 6]


def test_the_turn_goes_on_with_seven_tiles_and_draws_only_below_six():
    """Rules 2.2.18, 2.1.10."""
    for play, size, left in (("play RC@1,0", 6, 4), ("play RC@1,0 RD@2,0", 6, 3)):
        table = Position(hands=FOUR, bag="PC PL OL OE YL")
        table.do("use ask OC")
        assert table.state.to_move == 0
        table.do(play)
        assert (table.sizes[0], len(table.state.bag)) == (size, left)


def test_the_turn_may_be_a_trade():
    """Rules 2.2.18."""
    table = Position(hands=FOUR, bag="PC PL OL OE YL")
    table.do("use ask OC", "trade OC")
    assert table.state.to_move == 1
    assert table.sizes[0] == 6


def test_the_answers_are_public_and_what_is_drawn_is_secret():
    """Rules 2.2.20."""
    given = Position(hands=FOUR, bag="PC PL").do("use ask OC")
    assert [event.kind for event in given.events] == ["power_used", "tile_asked", "tiles_drawn"]
    (drawn,) = events_of(given, "tiles_drawn")
    assert (drawn.seat, drawn.public, drawn.private) == (2, {"count": 1}, {2: {"tiles": ["PC"]}})
    missed = Position(hands=FOUR, bag="PC PL").do("use ask RL")
    (drawn,) = events_of(missed, "tiles_drawn")
    assert (drawn.seat, drawn.public, drawn.private) == (0, {"count": 1}, {0: {"tiles": ["PC"]}})
    assert not [event for event in missed.events if event.kind == "tile_asked" and event.private]


def test_one_may_name_a_tile_one_holds_and_one_whose_copies_all_lie_open():
    """Rules 2.2.21."""
    own = Position(hands=FOUR, bag="PC PL")
    own.do("use ask RC")
    assert own.sizes[0] == 7
    gone = Position(on_board="RS@0,0 RC@1,0 RS@1,1 RC@2,1 RS@2,2", hands=FOUR, bag="PC PL")
    gone.do("use ask RS")
    assert gone.sizes[0] == 7


def test_a_giver_with_more_than_six_tiles_still_draws():
    """Rules 2.2.22."""
    table = Position(hands=["RC", "OC PD PS PX PE PL GL GD"], bag="PC YL")
    table.do("use ask OC")
    assert table.sizes == [2, 8]


def test_with_an_empty_bag_the_giver_draws_nothing_and_a_miss_brings_nothing():
    """Rules 2.2.23, 2.1.14: it may be used all the same."""
    table = Position(hands=["RC", "OC PD"])
    table.do("use ask OC")
    assert table.hands == ["RC OC", "PD"]
    table = Position(hands=["RC", "OC PD"])
    table.do("use ask BL")
    assert table.hands == ["RC", "OC PD"]


def test_an_action_tile_drawn_by_the_giver_brings_everybody_its_token():
    """Rules 2.1.3."""
    table = Position(hands=FOUR, bag="!take !again PL", held=["ask", "", "", ""])
    table.do("use ask OC")
    assert table.held == ["again take"] * 4
    assert table.hands[2] == "OC PD PS PX PE PL"


def test_a_giver_left_without_tiles_gets_no_bonus_and_passes_until_the_end():
    """Rules 2.2.24, 6 D17."""
    table = Position(hands=["RC GL", "OC", "RX RL"], held=["ask", "again", ""], scores=(0, 4, 0))
    table.do("use ask OC")
    assert (table.reason, table.state.scores) == (None, (0, 4, 0))
    table.do("play RC@1,0")
    assert table.automatic() == Pass()
    assert (table.seen().usable, table.seen().may_pass) == ((), True)
    assert table.refusal("use again") == "token_not_now"
    table.do("pass", "play RX@2,0")
    assert table.reason is None


def test_one_without_tiles_passes_even_if_the_bag_has_filled_again():
    """Rules 2.2.24: with `return_first` a trade power can fill an empty bag."""
    table = Position(
        hands=["RC GL", "OC", "RD RX RE RL GC GD YX YD YE"],
        held=["ask", "", "trade"],
        options={"exchange_order": "return_first"},
    )
    table.do("use ask OC", "play RC@1,0", "pass")
    table.do("use trade GC GD YX YD YE", "play RD@2,0")
    assert (table.sizes[2], len(table.state.bag)) == (6, 2)
    table.do("trade GL")
    assert (table.state.to_move, table.automatic()) == (1, Pass())
    table.do("pass")
    assert (table.state.to_move, table.reason) == (2, None)


def test_asking_without_a_tile_or_for_a_wrong_one_is_no_move():
    table = Position(hands=FOUR, bag="PC")
    assert table.refusal("use ask") == "bad_request"
    assert table.refusal("use ask OC RC") == "bad_request"
    assert table.refusal("use ask ZZ") == "unknown_tile"
    assert table.refusal("use ask !take") == "unknown_tile"


def test_the_answers_need_no_move_of_those_asked():
    """Rules 2.2.19: giving is compulsory, the server answers and the asker goes on at once."""
    table = Position(hands=FOUR, bag="PC PL")
    table.do("use ask OC")
    assert (table.state.to_move, table.sizes) == (0, [7, 6, 6, 6])
    table.do("play RC@1,0")


def test_once_answered_it_stands():
    """Rules 2.2.25: no move takes it back, and there is no second question."""
    table = Position(hands=FOUR, bag="PC PL")
    table.do("use ask OC")
    assert table.held[0] == "again draw3 singles take trade"
    assert table.refusal("use ask OC") == "token_not_held"
    assert table.refusal("undo") == "bad_request"


def test_after_a_miss_one_does_not_pass_while_the_bag_holds_tiles():
    """Rules 2.2.18, 1.5.38."""
    table = Position(hands=["GL", "PC"], bag="PX PE")
    table.do("use ask RS")
    assert table.refusal("pass") == "pass_not_allowed"
    table.do("trade GL")


def test_with_the_tile_given_one_may_go_out():
    """Rules 2.2.18, 1.6.40."""
    table = Position(hands=["RC", "RD YX"])
    step = table.do("use ask RD", "play RC@1,0 RD@2,0")
    assert (step.points, table.reason) == (3 + 6, EndReason.WENT_OUT)


def test_a_giver_without_tiles_is_asked_and_has_none():
    """Rules 2.2.24, 2.2.15."""
    table = Position(hands=["RC", "", "GL"])
    (asked,) = events_of(table.do("use ask RX"), "tile_asked")
    assert asked.public == {"tile": "RX", "asked": [1, 2], "giver": None}


def test_the_passes_of_a_giver_without_tiles_count_for_the_end():
    """Rules 2.2.24, 1.6.42, 2.8.59."""
    table = Position(hands=["GL", "PX", "PE"], held=["ask", "", ""])
    table.do("use ask PX", "pass", "pass")
    assert table.reason is None
    table.do("pass")
    assert table.reason is EndReason.BLOCKED


def test_a_giver_without_tiles_may_still_win():
    """Rules 2.2.24, 1.6.44."""
    table = Position(hands=["RC", "RD"], scores=(0, 50))
    table.do("use ask RD", "play RC@1,0", "pass", "play RD@2,0")
    result = table.ruleset.result(table.state)
    assert (result.reason, result.winners) == (EndReason.WENT_OUT, (1,))
