"""Boards together with tokens or cards (rules 4.3, 2.7.57)."""

import pytest

from games.core.errors import BadRequestError
from games.rules import registry
from games.rules.qwirkle.modules.boards.layout import layout_of
from tests.rules.expansions import CARDS_BOARDS, TOKENS_BOARDS, Position
from tests.rules.games import chance

CONNECT = {"boards": "cccc"}
CARDS = {"powers": ["take", "again", "singles"]}
BAG = "PC PD PE PX PL OD OE OX"
LINE = "RS@6,1 RC@7,1 RD@8,1"


def tokens(**changed):
    table = {"on_board": LINE, "hands": ["RX RE", "GL"], "bag": BAG, "options": CONNECT} | changed
    return Position(TOKENS_BOARDS, **table)


def cards(**changed):
    table = {"on_board": LINE, "hands": ["RX RE", "GL"], "bag": BAG, "options": CONNECT | CARDS}
    return Position(CARDS_BOARDS, **(table | changed))


def with_disc(table):
    kept = table.state.extras["boards"]
    held = [1, *[0] * (len(table.state.hands) - 1)]
    extras = {**table.state.extras, "boards": {**kept, "held": held}}
    table.state = table.state.but(extras=extras)
    return table


@pytest.mark.parametrize(("seats", "bag"), [(2, 72), (3, 66), (4, 60)])
def test_start_tiles_hands_and_then_the_action_tiles(seats, bag):
    """Rules 2.1.2, 4.2.17."""
    game = registry.get_qwirkle(TOKENS_BOARDS)
    options = game.parse_options(CONNECT)
    state = game.initial_step(seats, options, chance(-1), seniority=range(seats)).state
    assert (len(state.board), len(state.bag)) == (24, bag + 6)
    assert all(tile < 36 for tile in state.board.values())


def test_both_options_are_drawn_one_after_the_other():
    """Rules 3.1, 4.2."""
    game = registry.get_qwirkle(CARDS_BOARDS)
    options = game.parse_options({})
    assert game.open_option(options) == "boards"
    assert game.open_option(options | CONNECT) == "powers"
    drawn = game.draw_options(options, chance(-2))
    assert game.open_option(drawn) is None
    assert game.parse_options(drawn) == drawn


def test_a_take_may_part_the_tiles():
    """Rules 2.7.57, 4.3.21; with cards the rule about ends of lines stays (3.8)."""
    tokens().do("use take 7,1")
    table = cards()
    assert table.refusal("use take 7,1") == "take_inside_line"
    table.do("use take 8,1")
    cards(on_board="RS@6,1 RC@7,1 OC@7,2 OD@8,2").do("use take 7,1")


def test_a_tile_of_a_qwirkle_stays():
    """Rules 2.7.50, 2.7.57."""
    table = tokens(on_board=LINE + " RX@9,1 RE@10,1 RL@11,1 OL@11,2")
    assert table.refusal("use take 8,1") == "take_in_qwirkle"


def test_the_last_tile_stays():
    """Rules 2.7.56."""
    assert tokens(on_board="RS@6,1").refusal("use take 6,1") == "token_no_effect"


def test_start_tiles_may_be_taken():
    """Rules 4.3.21."""
    table = tokens()
    table.do("use take 6,1")
    assert table.hands[0] == "RX RE RS"


def test_after_that_a_move_may_touch_any_group():
    """Rules 4.3.22."""
    for play in ("play RX@5,1", "play RX@9,1"):
        table = tokens()
        table.do("use take 7,1", play)


def test_a_bonus_cell_that_is_free_again_gives_its_points_again():
    """Rules 4.3.20."""
    table = tokens(on_board="RS@6,1", hands=["RC RX", "RD GL"], held=["", "take"])
    assert table.do("play RC@6,2").points == 2 + 1
    assert table.do("use take 6,2", "play RD@6,2").points == 2 + 1


def test_a_tile_taken_by_a_token_may_go_back_one_taken_by_a_disc_may_not():
    """Rules 2.7.55, 4.1.7, 6 D10."""
    tokens().do("use take 8,1", "play RD@8,1")
    table = with_disc(tokens())
    table.do("use star 8,1")
    assert table.refusal("play RD@8,1") == "cell_taken"


@pytest.mark.parametrize(
    "moves", [("use star 8,1", "use take 7,1"), ("use take 8,1", "use star 7,1")]
)
def test_a_disc_and_a_token_go_together_in_one_turn_in_either_order(moves):
    """Rules 2.1.8, 4.1.6: one of each."""
    table = with_disc(tokens())
    assert set(table.seen().usable) >= {"star", "take"}
    table.do(*moves)
    assert table.sizes[0] == 4
    assert table.seen().usable == ()


def test_a_disc_helps_singles_but_its_tile_does_not_go_back():
    """Rules 2.4.31, 4.1.7."""
    table = with_disc(tokens())
    table.do("use star 8,1")
    assert table.refusal("use singles RX@8,1 RD@8,1 RE@9,1") == "cell_taken"
    assert table.refusal("use singles RX@5,1 RD@8,1") == "cell_taken"
    table.do("use singles RX@8,1 RD@9,1 RE@10,1")
    assert table.state.to_move == 1


def test_each_single_adds_the_points_of_its_cell():
    """Rules 2.4.31, 4.2.13."""
    table = tokens(on_board="RS@4,3", hands=["RD RX RE", "GL"])
    assert table.do("use singles RD@4,2 RX@4,4 RE@4,5").points == (2 + 1) + (3 + 1) + 4


def test_each_turn_of_two_may_use_a_disc():
    """Rules 2.5.38, 4.1.6: none of the second turn's powers, but a disc is no power."""
    table = with_disc(tokens())
    table.do("use again", "play RX@9,1")
    assert table.seen().usable == ("star",)


def test_powers_on_the_first_turn_of_connect_boards():
    """Rules 4.2.16, 2.8.60: without the duty any legal move."""
    first = layout_of("cccc").start[0]
    table = tokens(on_board=f"RS@{first[0]},{first[1]} GC@5,2")
    assert set(table.seen().usable) == {"ask", "draw3", "singles", "again", "trade", "take"}


def test_powers_on_the_first_turn_of_select_boards():
    """Rules 2.8.60, 4.1.5: the duty and the start square are there."""
    table = tokens(
        on_board="", hands=["RC RD RX GE GL YS", "PC"], options={"boards": "ssss"}, held=None
    )
    assert set(table.seen().usable) == {"ask", "draw3", "again"}
    table.do("use draw3")
    assert table.refusal("play RC@7,7 RD@8,7") == "opening_too_small"
    table.do("play RC@7,7 RD@8,7 RX@9,7")


@pytest.mark.parametrize(
    "key",
    [
        "qwirkle+action_tokens+power_cards",
        "qwirkle+action_tokens+boards+power_cards",
        "qwirkle+boards+action_tokens",
    ],
)
def test_no_other_combination_is_there(key):
    """Rules 3.14; docs/notation.md section 2: modules stand in alphabetical order."""
    with pytest.raises(BadRequestError):
        registry.get(key)


MIXED = {"boards": "cscc"}


def test_a_first_tile_that_is_taken_off_does_not_bring_the_first_move_back():
    """Rules 4.3.20, 1.3.19: only start tiles lie there again, but the game has begun."""
    table = tokens(
        on_board="RS@6,1 GC@5,2",
        hands=["RC GL", "PE GD", "RX PL"],
        held=["", "take", ""],
        options=MIXED,
    )
    table.do("play RC@7,1", "use take 7,1")
    assert table.refusal("play PE@8,7") == "not_connected"
    assert table.refusal("play RX@7,1", seat=2) == "not_your_turn"
    assert {cell for place in table.ruleset.legal_places(table.seen()) for _, cell in place.tiles}
    assert all(
        cell != (8, 7)
        for place in table.ruleset.legal_places(table.seen())
        for _, cell in place.tiles
    )


def test_only_the_first_of_three_singles_is_a_first_move():
    """Rules 4.3.20, 2.4.31."""
    table = tokens(on_board="RS@6,1", hands=["RC RD GL", "PE"], options={"boards": "csss"})
    assert table.refusal("use singles RC@8,7 GL@7,8") == "not_connected"
    assert table.do("use singles RC@8,7 RD@9,7").points == 1 + 2


def test_a_disc_is_no_card():
    """Rules 3.5, 4.1.6: an exchange may follow it."""
    table = with_disc(cards())
    table.do("use star 8,1", "trade RX")
    assert table.state.to_move == 1


def test_after_a_disc_and_a_card_the_rule_of_cards_holds():
    """Rules 3.5."""
    table = with_disc(cards())
    table.do("use star 8,1", "use again")
    assert table.refusal("trade RX") == "exchange_after_card"


def test_what_a_disc_and_a_token_took_is_barred_each_from_its_cell():
    """Rules 4.1.7, 2.7.55 `select_same_cell`; docs/notation.md 5.25: before all other faults."""
    table = with_disc(tokens(options=CONNECT | {"select_same_cell": "bar"}))
    table.do("use star 8,1", "use take 7,1")
    assert table.refusal("play RD@8,1") == "cell_taken"
    assert table.refusal("play RC@8,1") == "not_connected"
    assert table.refusal("play RC@7,1") == "cell_taken"
    assert table.refusal("play RC@7,1 RD@8,1") == "cell_taken"
    table.do("play RD@7,1 RC@8,1")


def test_a_disc_of_the_first_turn_may_be_used_in_the_second():
    """Rules 4.1.9, 2.5.38: that is the next turn."""
    table = tokens(on_board="RS@3,0", options={"boards": "ssss"})
    table.do("use again", "play RX@3,1")
    assert table.seen().usable == ("star",)
