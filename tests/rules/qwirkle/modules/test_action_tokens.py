"""Expansion 2: action tiles and tokens (rules 2.1)."""

import pytest

from games.core.errors import BadRequestError
from games.rules import registry
from games.rules.qwirkle.tiles import KINDS
from tests.rules.expansions import ALL_POWERS, TOKENS, Position, events_of
from tests.rules.games import chance

ROW = "RS@0,0 OS@1,0"
GAME = registry.get_qwirkle(TOKENS)


def dealt(seats=2, **options):
    chosen = GAME.draw_options(GAME.parse_options(options), chance(-2))
    return GAME.initial_step(seats, chosen, chance(-1), seniority=range(seats)).state


def extras_in(bag):
    return sorted(GAME.bag_tile_text(tile) for tile in bag if tile >= len(KINDS))


def test_there_is_one_action_tile_of_each_kind():
    """Rules 2.1.1."""
    assert extras_in(dealt().bag) == sorted(f"!{power}" for power in ALL_POWERS)


@pytest.mark.parametrize(("seats", "count"), [(2, 102), (3, 96), (4, 90)])
def test_they_come_into_the_bag_after_the_deal(seats, count):
    """Rules 2.1.2: none can be in a starting hand."""
    for number in range(30):
        step = GAME.initial_step(
            seats, GAME.parse_options({}), chance(-1, f"deal {number}"), seniority=range(seats)
        )
        state = step.state
        assert len(state.bag) == count
        assert all(tile < len(KINDS) for hand in state.hands for tile in hand)
        assert len(extras_in(state.bag)) == 6


def test_they_lie_mixed_in_the_bag():
    """Rules 2.1.2."""
    places = [tile >= len(KINDS) for tile in dealt().bag]
    assert places[-6:] != [True] * 6


DRAWS = {
    "a refill": ("play RX@0,1", "", ""),
    "a trade": ("trade RX", "", ""),
    "draw three": ("use draw3", "draw3", ""),
    "an ask that nobody answers": ("use ask BL", "ask", ""),
    "an ask that is answered": ("use ask PC", "ask", ""),
    "a traded token": ("use trade RX", "trade", ""),
}


@pytest.mark.parametrize("move", DRAWS.values(), ids=DRAWS.keys())
def test_whoever_draws_one_for_whatever_reason_everybody_gets_its_token(move):
    """Rules 2.1.3."""
    text, *held = move
    table = Position(
        on_board=ROW, hands=["RX GD GE PL YC BE", "PC GL"], bag="!again PD PE PX OC", held=held
    )
    step = table.do(text)
    assert table.held == ["again", "again"]
    assert "!again" not in table.bag
    (gained,) = events_of(step, "token_gained")
    assert (gained.public, gained.private) == ({"power": "again"}, {})


def test_it_is_replaced_until_a_normal_tile_comes():
    """Rules 2.1.4, 2.1.5."""
    table = Position(
        on_board=ROW, hands=["RX GD GE PL YC BE", "PC"], bag="!draw3 !take RC OC", held=["", ""]
    )
    step = table.do("play RX@0,1")
    assert (table.hands[0], table.bag) == ("GD GE PL YC BE RC", "OC")
    assert table.held == ["draw3 take", "draw3 take"]
    assert [event.public["power"] for event in events_of(step, "token_gained")] == ["draw3", "take"]


def test_or_until_the_bag_is_empty():
    """Rules 2.1.4."""
    table = Position(
        on_board=ROW, hands=["RX GD GE PL YC BE", "PC"], bag="!draw3 !take", held=["", ""]
    )
    table.do("play RX@0,1")
    assert (table.hands[0], table.bag) == ("GD GE PL YC BE", "")


def test_two_in_one_refill_are_handled_one_after_the_other():
    """Rules 2.1.4: they are drawn in the order of the bag."""
    table = Position(
        on_board=ROW,
        hands=["RX RC GD GE PL YC", "PC"],
        bag="PD !take !ask PE PX",
        held=["", ""],
    )
    step = table.do("play RX@0,1 RC@0,2")
    (drawn,) = events_of(step, "tiles_drawn")
    assert drawn.public == {"count": 2}
    assert drawn.private == {0: {"tiles": ["PD", "PE"], "drew": ["PD", "!take", "!ask", "PE"]}}


def test_who_has_left_gains_no_token():
    table = Position(
        on_board=ROW, hands=["RX GD", "PC", "PD"], bag="!again PE PX OC", held=["", "", ""]
    )
    table.do("resign", seat=1)
    table.do("trade RX")
    assert table.held == ["again", "", "again"]


def test_with_a_subset_only_the_chosen_kinds_are_in_the_bag():
    """Rules 2.1.13, variant A."""
    assert extras_in(dealt(tokens=["take", "ask"]).bag) == ["!ask", "!take"]


def test_with_a_full_set_everybody_begins_with_all_tokens_and_the_bag_has_none():
    """Rules 2.1.13, variant B."""
    state = dealt(3, tokens_from="start")
    assert GAME.held(state) == (tuple(sorted(ALL_POWERS)),) * 3
    assert (len(state.bag), extras_in(state.bag)) == (90, [])


def test_both_variants_together_give_everybody_the_chosen_kinds():
    """Rules 2.1.13."""
    state = dealt(tokens=["take", "ask"], tokens_from="start")
    assert GAME.held(state) == (("ask", "take"),) * 2
    assert extras_in(state.bag) == []


def test_the_opening_is_as_in_the_base_game():
    """Rules 2.1.12, 1.1.9."""
    state = dealt()
    assert state.opening_count > 0
    assert GAME.held(state) == ((), ())


def test_the_defaults_are_those_of_the_rules():
    """Rules 2.1.13, 2.4.35, 2.7.52, 2.7.55, 3.11."""
    options = GAME.parse_options({})
    assert {key: options[key] for key in GAME.modules.options} == {
        "tokens": list(ALL_POWERS),
        "tokens_from": "bag",
        "singles_may_stop": False,
        "select_same_cell": "allow",
        "take_rule": "connected",
        "exchange_order": "draw_first",
    }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tokens", []),
        ("tokens", ["ask", "ask"]),
        ("tokens", ["steal"]),
        ("tokens", "ask"),
        ("tokens", None),
        ("tokens_from", "hand"),
        ("singles_may_stop", 1),
        ("select_same_cell", True),
        ("take_rule", "any"),
        ("exchange_order", "both"),
        ("powers", ["ask", "take", "again"]),
        ("exchange_after_card", "allow"),
        ("boards", "cccc"),
    ],
)
def test_a_wrong_option_is_refused_by_name(key, value):
    """docs/notation.md section 2."""
    with pytest.raises(BadRequestError, match=f"“{key}”") as refusal:
        GAME.parse_options({key: value})
    assert refusal.value.code == "unknown_option"


def test_nothing_is_left_to_chance():
    assert GAME.open_option(GAME.parse_options({})) is None


def test_all_six_in_one_refill_give_everybody_all_six():
    """Rules 2.1.3, 2.1.4, 2.1.9."""
    bag = " ".join(f"!{power}" for power in ALL_POWERS)
    table = Position(
        on_board=ROW, hands=["RX GD GE PL YC BE", "PC"], bag=f"{bag} RC OC", held=["", ""]
    )
    table.do("play RX@0,1")
    assert table.held == [" ".join(sorted(ALL_POWERS))] * 2
    assert (table.sizes[0], table.bag) == (6, "OC")


def test_with_a_normal_tile_behind_an_action_tile_the_game_goes_on():
    """Rules 2.8.58, 1.6.41: the last tile of the hand was not the last of all."""
    table = Position(on_board=ROW, hands=["RX", "PC"], bag="!ask RC", held=["", ""])
    step = table.do("play RX@0,1")
    assert (step.points, table.hands[0], table.reason) == (2, "RC", None)
