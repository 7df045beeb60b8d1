"""When a power may be spent, and the end of a game with powers (rules 2.1, 2.8, 3.4-3.6)."""

import pytest

from games.core.types import EndReason
from games.rules.qwirkle.moves import Pass
from tests.rules.expansions import ALL_POWERS, CARDS, TOKENS, Position

ROW = "RS@0,0 OS@1,0"
HANDS = ["YS GS RC RD RX GE", "BS PS OC OD OX OE"]
BAG = "PC PD PE PX PL BL BC BD BE BX"


def test_one_power_a_turn():
    """Rules 2.1.8, 3.6."""
    cards = {"powers": ["ask", "draw3", "take"]}
    for key, options in ((TOKENS, {}), (CARDS, cards)):
        table = Position(key, on_board=ROW, hands=HANDS, bag=BAG, options=options)
        table.do("use ask OC")
        assert table.refusal("use draw3") == "token_not_now"
        assert table.refusal("use take 1,0") == "token_not_now"
        assert table.seen().usable == ()


def test_a_power_comes_before_the_placement_or_the_trade():
    """Rules 2.1.8: after either the turn is over."""
    for move in ("play YS@2,0", "trade YS"):
        table = Position(on_board=ROW, hands=HANDS, bag=BAG)
        table.do(move)
        assert table.refusal("use draw3", seat=0) == "not_your_turn"


def test_each_kind_is_spent_once():
    """Rules 2.1.9, 3.6."""
    table = Position(on_board=ROW, hands=HANDS, bag=BAG)
    assert table.held[0] == " ".join(sorted(ALL_POWERS))
    table.do("use draw3", "play YS@2,0")
    assert table.held[0] == "again ask singles take trade"
    table.do("trade BS")
    assert table.refusal("use draw3") == "token_not_held"
    table.do("use ask OC", "trade GS")
    assert table.held == ["again singles take trade", ""]


def test_a_power_that_one_does_not_hold_is_refused():
    table = Position(on_board=ROW, hands=HANDS, bag=BAG, held=["ask", "take"])
    assert table.refusal("use take 1,0") == "token_not_held"
    assert table.refusal("use draw3") == "token_not_held"
    assert table.seen().usable == ("ask",)


def test_powers_lie_open_for_everybody():
    """Rules 2.1.6, 3.2."""
    table = Position(on_board=ROW, hands=HANDS, bag=BAG, held=["ask take", "draw3"])
    shown = [
        table.ruleset.observe(table.state, viewer, table.seen().phase) for viewer in (0, 1, None)
    ]
    assert all(
        seen.public_extras["action_tokens"]["held"] == [["ask", "take"], ["draw3"]]
        for seen in shown
    )


def test_only_the_seat_to_move_is_told_what_it_may_use():
    table = Position(on_board=ROW, hands=HANDS, bag=BAG, held=["ask", "draw3"])
    assert table.seen(0).usable == ("ask",)
    assert table.seen(1).usable == ()


def test_a_token_of_a_refill_is_for_the_successor_at_once_and_for_the_drawer_a_turn_later():
    """Rules 2.1.7."""
    table = Position(on_board=ROW, hands=HANDS, bag="!draw3 PC PD PE PX PL BL", held=["", ""])
    table.do("play YS@2,0")
    assert table.held == ["draw3", "draw3"]
    assert (table.state.to_move, table.seen().usable) == (1, ("draw3",))
    table.do("use draw3", "play BS@3,0")
    assert table.seen().usable == ("draw3",)


def test_a_token_won_by_spending_another_waits_for_the_next_turn():
    """Rules 2.1.7, 2.1.8."""
    table = Position(on_board=ROW, hands=HANDS, bag="!take PC PD PE PX", held=["draw3", ""])
    table.do("use draw3")
    assert table.held == ["take", "take"]
    assert table.refusal("use take 1,0") == "token_not_now"


def test_unspent_powers_are_worth_nothing():
    """Rules 2.1.11."""
    table = Position(on_board=ROW, hands=["YS", "BS"])
    step = table.do("play YS@2,0")
    assert (step.points, table.state.scores, table.reason) == (9, (9, 0), EndReason.WENT_OUT)


def test_a_move_out_of_turn_is_named_before_the_power():
    """docs/notation.md section 4: the order of the codes."""
    table = Position(on_board=ROW, hands=HANDS, bag=BAG, held=["", ""])
    for text in ("use ask RC", "use draw3", "use again", "use take 0,0"):
        assert table.refusal(text, seat=1) == "not_your_turn"
        assert table.refusal(text) == "token_not_held"
    assert table.refusal("use trade ZZ") == "unknown_tile"
    assert table.refusal("use trade PL", seat=1) == "not_in_hand"
    assert table.refusal("use trade BS", seat=1) == "not_your_turn"
    assert table.refusal("use singles BS@9,9", seat=1) == "not_connected"
    table.state = table.state.but(reason=EndReason.BLOCKED)
    assert table.refusal("use ask RC") == "game_over"


def test_the_bag_is_not_empty_while_it_holds_action_tiles_and_the_refill_draws_them():
    """Rules 2.8.58, 2.1.4."""
    table = Position(on_board=ROW, hands=["YS", "BS"], bag="!ask !take", held=["", ""])
    step = table.do("play YS@2,0")
    assert table.held == ["ask take", "ask take"]
    assert (step.points, table.reason) == (3 + 6, EndReason.WENT_OUT)


@pytest.mark.parametrize("power", ["ask", "take"])
def test_one_who_cannot_place_may_ask_or_take_or_pass(power):
    """Rules 2.8.59: so the server does not pass for him."""
    table = Position(on_board=ROW, hands=["GL", "PX PE"], held=[power, ""])
    assert table.automatic() is None
    assert (table.seen().usable, table.seen().may_pass) == ((power,), True)
    table.do("pass")
    assert table.automatic() == Pass()


@pytest.mark.parametrize("powers", ["", "again", "draw3 singles trade"])
def test_the_server_passes_where_no_power_could_bring_a_tile(powers):
    """Rules 2.8.59, 1.5.38."""
    assert Position(on_board=ROW, hands=["GL", "PX"], held=[powers, ""]).automatic() == Pass()


def test_after_a_power_that_did_not_help_the_server_passes():
    """Rules 2.8.59."""
    table = Position(on_board=ROW, hands=["GL", "PX"], held=["ask take", ""])
    table.do("use ask BL")
    assert table.automatic() == Pass()


def test_a_full_round_of_passes_ends_the_game_though_powers_are_left():
    """Rules 2.8.59, 1.6.42."""
    table = Position(on_board=ROW, hands=["GL", "PX"], held=["ask", "take"], scores=(3, 1))
    table.do("pass", "pass")
    assert (table.reason, table.state.scores) == (EndReason.BLOCKED, (3, 1))


def test_a_power_breaks_the_row_of_passes():
    """Rules 2.8.59, 1.6.42."""
    table = Position(on_board=ROW, hands=["GL", "PX"], held=["take", "ask"])
    table.do("pass", "use ask BL", "pass")
    assert (table.reason, table.state.to_move) == (None, 0)
    table.do("pass")
    assert table.reason == EndReason.BLOCKED


OPENING = ["RC RD RX GE GL YS", "OC OD BX PE PL YC"]
CARD_SETS = (["ask", "draw3", "again"], ["trade", "singles", "take"])


def opening(key, **changed):
    positions = []
    for powers in CARD_SETS:
        options = {"powers": powers} if key == CARDS else {"tokens": powers, "tokens_from": "start"}
        positions.append(
            Position(key, on_board="", hands=OPENING, bag=BAG, options=options | changed)
        )
    return positions


@pytest.mark.parametrize("key", [TOKENS, CARDS])
def test_on_the_opening_turn_ask_draw3_and_again_are_allowed(key):
    """Rules 2.8.60, 3.13, 6 D14."""
    allowed, _ = opening(key)
    assert set(allowed.seen().usable) == {"ask", "draw3", "again"}
    for text in ("use ask OC", "use draw3", "use again"):
        now, _ = opening(key)
        now.do(text)
        assert now.refusal("play RC@0,0 RD@1,0") == "opening_too_small"
        assert now.refusal("trade GE") == "opening_must_play"
        assert now.refusal("pass") == "opening_must_play"
        now.do("play RC@0,0 RD@1,0 RX@2,0")


@pytest.mark.parametrize("key", [TOKENS, CARDS])
@pytest.mark.parametrize("opening_option", ["largest", "free"])
def test_on_the_opening_turn_trade_singles_and_take_are_refused(key, opening_option):
    """Rules 2.8.60, 3.13, 6 D14."""
    _, refused = opening(key, opening=opening_option)
    assert refused.seen().usable == ()
    assert refused.refusal("use trade GE") == "token_not_now"
    assert refused.refusal("use singles RC@0,0") == "token_not_now"
    assert refused.refusal("use take 0,0") == "token_no_effect"


def test_after_a_power_the_opening_may_be_larger_than_the_set_that_was_dealt():
    """Rules 2.8.60: at least N tiles."""
    table, _ = opening(TOKENS)
    table.do("use ask RE")
    table.state = table.state.but(hands=((*table.state.hands[0], 4), table.state.hands[1]))
    sizes = {len(place.tiles) for place in table.ruleset.legal_places(table.seen())}
    assert sizes == {3, 4}


def test_a_second_turn_after_the_opening_has_no_duty():
    """Rules 2.5.38, 2.8.60."""
    table, _ = opening(TOKENS)
    table.do("use again", "play RC@0,0 RD@1,0 RX@2,0", "trade GE")
    assert table.state.to_move == 1


def test_another_seat_does_not_open_with_a_power():
    """Rules 1.1.6."""
    table, _ = opening(TOKENS)
    assert table.refusal("use draw3", seat=1) == "wrong_opener"


def test_each_player_needs_the_set_of_the_deal_even_if_asked_for_one_of_its_tiles():
    """Rules 2.8.60, 6 D14: asking does not change N."""
    table, _ = opening(TOKENS)
    table.do("use ask OC")
    assert (table.state.opening_count, table.sizes) == (3, [7, 6])


def test_one_with_a_useless_take_passes_by_itself():
    """Rules 2.8.59, 2.1.14, 2.7.56: the last tile of the board stays."""
    table = Position(on_board="RS@0,0", hands=["GL", "PX"], held=["take", ""])
    assert table.automatic() == Pass()


def test_free_passing_needs_an_empty_bag_with_powers_too():
    """Rules 1.5.38 `free_pass`, 2.8.59."""
    free = {"free_pass": True}
    table = Position(on_board=ROW, hands=["YS", "BS"], options=free)
    assert table.automatic() is None
    table.do("use ask OC", "pass")
    table = Position(on_board=ROW, hands=["YS", "BS"], bag="!ask", held=["", ""], options=free)
    assert table.refusal("pass") == "pass_not_allowed"


def test_rounds_without_a_placement_count_turns_with_powers():
    """Rules 1.6.45, 6 D7: a power alone is no placement; three singles are."""
    held = ["draw3 singles", "trade"]
    table = Position(on_board=ROW, hands=HANDS, bag=BAG, held=held, options={"stalemate_rounds": 1})
    table.do("use draw3", "trade RC", "use trade OC", "trade OD")
    assert table.reason is EndReason.STALEMATE
    table = Position(on_board=ROW, hands=HANDS, bag=BAG, held=held, options={"stalemate_rounds": 1})
    table.do("use singles YS@2,0 GS@3,0 RC@0,1", "trade OC")
    assert (table.reason, table.state.idle_count) == (None, 1)
