"""Super-Pouvoirs: three cards for everybody (rules 3)."""

import pytest

from games.core.errors import BadRequestError
from games.rules import registry
from games.rules.qwirkle.composition import CompositionError
from games.rules.qwirkle.modules.action_tokens import ActionTokens
from games.rules.qwirkle.modules.power_cards import PowerCards
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.tiles import KINDS
from tests.rules.expansions import ALL_POWERS, CARDS, Position
from tests.rules.games import chance

GAME = registry.get_qwirkle(CARDS)
ROW = "RS@0,0 OS@1,0"
HANDS = ["YS GS RC RD RX GE", "BS PS OC OD OX OE"]
BAG = "PC PD PE PX PL BL BC BD BE BX"
PLAIN = {"powers": ["ask", "draw3", "again"]}


def drawn(number=0, **options):
    return GAME.draw_options(GAME.parse_options(options), chance(-2, f"cards {number}"))


def test_three_different_powers_are_drawn_by_chance():
    """Rules 3.1."""
    sets = {tuple(drawn(number)["powers"]) for number in range(300)}
    assert all(len(set(powers)) == 3 and set(powers) <= set(ALL_POWERS) for powers in sets)
    assert len(sets) == 20


def test_the_same_seed_draws_the_same_powers():
    assert drawn(7) == drawn(7)


def test_chosen_powers_are_kept():
    """Rules 3.1 `powers`."""
    assert drawn(**PLAIN)["powers"] == PLAIN["powers"]
    assert GAME.open_option(GAME.parse_options({})) == "powers"
    assert GAME.open_option(GAME.parse_options(PLAIN)) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_hold_the_same_three_from_the_start_and_the_bag_is_unchanged(seats):
    """Rules 3.2, 3.3."""
    options = drawn()
    state = GAME.initial_step(seats, options, chance(-1), seniority=range(seats)).state
    assert GAME.held(state) == (tuple(sorted(options["powers"])),) * seats
    assert len(state.bag) == 108 - 6 * seats
    assert all(tile < len(KINDS) for tile in state.bag)
    assert state.opening_count > 0


def test_each_card_is_spent_once_by_each_player():
    """Rules 3.6."""
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=PLAIN, held=["ask"] * 2)
    table.do("use ask BL", "play YS@2,0", "use ask BL")
    assert table.held == ["", ""]


def test_after_a_card_an_exchange_is_refused_while_a_tile_fits():
    """Rules 3.5, 6 D15."""
    for card in ("use ask BL", "use draw3", "use again"):
        table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=PLAIN)
        table.do(card)
        assert table.refusal("trade RC") == "exchange_after_card"
        assert table.seen().trade_max == 0


def test_the_same_holds_after_the_exchange_card():
    """Rules 3.5, 3.11."""
    options = {"powers": ["trade", "ask", "take"]}
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=options)
    table.do("use trade RC")
    assert table.refusal("trade RD") == "exchange_after_card"


def test_after_a_card_an_exchange_is_allowed_if_nothing_fits():
    """Rules 3.5."""
    table = Position(CARDS, on_board=ROW, hands=["GL PX", "PC"], bag="BL BD BC", options=PLAIN)
    table.do("use ask BL")
    assert table.hands[0] == "GL PX BL"
    assert table.seen().trade_max == 2
    table.do("trade GL")
    assert table.state.to_move == 1


def test_after_a_card_one_passes_with_an_empty_bag_if_nothing_fits():
    """Rules 3.5."""
    table = Position(CARDS, on_board=ROW, hands=["GL PX", "PC"], options=PLAIN)
    table.do("use ask BL", "pass")
    assert table.state.to_move == 1


def test_the_rule_holds_in_the_second_turn_of_play_again_too():
    """Rules 3.5, 3.12."""
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=PLAIN)
    table.do("use again", "play YS@2,0")
    assert table.refusal("trade RC") == "exchange_after_card"
    table.do("play GS@3,0")
    table.do("trade BS")
    assert table.state.to_move == 0


def test_an_option_allows_the_exchange():
    """Rules 3.5 `exchange_after_card`."""
    options = PLAIN | {"exchange_after_card": "allow"}
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=options)
    table.do("use ask BL")
    assert table.seen().trade_max == 7
    table.do("trade RC")
    assert table.state.to_move == 1


def test_without_a_card_one_exchanges_freely():
    """Rules 3.4."""
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=PLAIN)
    table.do("trade RC RD")
    assert table.held[0] == "again ask draw3"


def test_the_defaults_are_those_of_the_rules():
    """Rules 3.5, 3.8, 3.11, 2.7.55, 2.4.35."""
    options = GAME.parse_options({})
    assert {key: options[key] for key in GAME.modules.options} == {
        "powers": None,
        "singles_may_stop": False,
        "select_same_cell": "allow",
        "take_rule": "line_end",
        "exchange_order": "draw_first",
        "exchange_after_card": "refuse",
    }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("powers", ["ask", "take"]),
        ("powers", ["ask", "take", "take"]),
        ("powers", ["ask", "take", "star"]),
        ("powers", ["ask", "take", "again", "draw3"]),
        ("powers", [1, 2, 3]),
        ("powers", {}),
        ("exchange_after_card", True),
        ("take_rule", ""),
        ("exchange_order", None),
        ("select_same_cell", "never"),
        ("singles_may_stop", "no"),
        ("tokens", ["ask"]),
        ("tokens_from", "start"),
    ],
)
def test_a_wrong_option_is_refused_by_name(key, value):
    """docs/notation.md section 2."""
    with pytest.raises(BadRequestError, match=f"“{key}”") as refusal:
        GAME.parse_options({key: value})
    assert refusal.value.code == "unknown_option"


def test_cards_and_tokens_do_not_stand_in_one_game():
    """Rules 3.14."""
    with pytest.raises(CompositionError):
        Qwirkle([ActionTokens(), PowerCards()])
    with pytest.raises(BadRequestError):
        registry.get("qwirkle+action_tokens+power_cards")


def test_a_bag_too_short_is_named_before_the_rule_of_cards():
    """docs/notation.md section 4; rules 3.5, 1.5.35."""
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag="PC", options=PLAIN)
    table.do("use draw3")
    assert table.refusal("trade RC") == "short_bag"


def test_a_taken_tile_that_fits_elsewhere_is_a_placement_too():
    """Rules 3.5, 2.7.55: with and without the bar."""
    for bar in ("allow", "bar"):
        options = {"powers": ["take", "draw3", "again"], "select_same_cell": bar}
        table = Position(CARDS, on_board=ROW, hands=["GL PX", "PC"], bag="BL BD", options=options)
        table.do("use take 1,0")
        assert table.refusal("trade GL") == "exchange_after_card"


def test_a_power_that_is_not_among_the_three_is_held_by_nobody():
    """Rules 3.1."""
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=PLAIN)
    assert table.refusal("use take 1,0") == "token_not_held"


def test_no_card_goes_with_an_exchange():
    """Rules 3.5, 3.4: an exchange ends the turn, and no card comes after it."""
    table = Position(CARDS, on_board=ROW, hands=HANDS, bag=BAG, options=PLAIN)
    table.do("trade RC")
    assert table.refusal("use ask RD", seat=0) == "not_your_turn"
