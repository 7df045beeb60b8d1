"""A turn, drawing, trading and passing (rules 1.2 and 1.5)."""

import pytest

from games.core.errors import BadRequestError, IllegalMoveError
from games.core.types import Phase
from games.rules.qwirkle.moves import Pass, Trade
from tests.rules.games import QWIRKLE, chance, play, state, tiles

ROW = "RC@0,0 RD@1,0"


class InOrder:
    """Chance of a record: drawn from the front, given back to the end."""

    def draw(self, bag, count):
        return bag[:count], bag[count:]

    def put_back(self, bag, given):
        return bag + given


def refused(now, move, seat=0) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as refusal:
        QWIRKLE.apply(now, seat, move, chance())
    return refusal.value


def test_after_placing_one_draws_up_to_six():
    """Rules 1.2.12."""
    now = state(on_board=ROW, hands=["RS RX GL GE BD BC", "YC"], bag="PC PD PS PX")
    step = QWIRKLE.apply(now, 0, play("RS@2,0 RX@3,0"), InOrder())
    assert step.state.hands[0] == tiles("GL GE BD BC PC PD")
    assert step.state.bag == tiles("PS PX")
    assert step.state.to_move == 1


def test_a_short_bag_gives_what_it_has():
    """Rules 1.2.12."""
    now = state(on_board=ROW, hands=["RS RX GL", "YC"], bag="PC")
    assert QWIRKLE.apply(now, 0, play("RS@2,0 RX@3,0"), InOrder()).state.hands[0] == tiles("GL PC")


def test_drawn_and_traded_tiles_are_told_to_their_owner_only():
    """Public is the count alone."""
    now = state(on_board=ROW, hands=["RS RX GL", "YC"], bag="PC PD PS")
    traded, drawn = QWIRKLE.apply(now, 0, Trade(tiles("RS GL")), InOrder()).events
    assert (traded.kind, traded.public) == ("tiles_traded", {"count": 2})
    assert traded.private == {0: {"tiles": ["RS", "GL"]}}
    assert (drawn.kind, drawn.public) == ("tiles_drawn", {"count": 2})
    assert drawn.private == {0: {"tiles": ["PC", "PD"]}}


def test_a_trade_ends_the_turn_and_scores_nothing():
    """Rules 1.2.13."""
    now = state(on_board=ROW, hands=["RS RX GL", "YC"], bag="PC PD PS")
    step = QWIRKLE.apply(now, 0, Trade(tiles("RS")), InOrder())
    assert (step.points, step.state.to_move, step.state.scores) == (0, 1, (0, 0))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_one_up_to_all_tiles_may_be_traded(count):
    """Rules 1.5.33, also by one who could play (rules 1.5.37)."""
    hand = tiles("RS RX GL GE BD BC")
    now = state(on_board=ROW, hands=["RS RX GL GE BD BC", "YC"], bag="PC PD PS PX PE PL")
    after = QWIRKLE.apply(now, 0, Trade(hand[:count]), chance()).state
    assert len(after.hands[0]) == 6
    assert len(after.bag) == 6


def test_one_cannot_draw_back_what_one_has_just_traded():
    """Rules 1.5.34: draw first, then return."""
    now = state(on_board=ROW, hands=["RS RX", "YC"], bag="PC PD")
    for ply in range(20):
        after = QWIRKLE.apply(now, 0, Trade(tiles("RS RX")), chance(ply)).state
        assert sorted(after.hands[0]) == sorted(tiles("PC PD"))
        assert sorted(after.bag) == sorted(tiles("RS RX"))


@pytest.mark.parametrize(
    ("bag", "sentence"),
    [
        ("PC PD", "Only 2 tiles are left in the bag"),
        ("PC", "Only 1 tile is left in the bag"),
        ("", "The bag is empty"),
    ],
)
def test_trading_needs_as_many_tiles_in_the_bag(bag, sentence):
    """Rules 1.5.35, 1.5.36, 6 D3."""
    refusal = refused(state(hands=["RS RX GL", "YC"], bag=bag), Trade(tiles("RS RX GL")))
    assert (refusal.code, refusal.sentence) == ("short_bag", sentence)


def test_a_partial_trade_draws_what_is_there_and_keeps_the_rest():
    """Rules 1.5.35, 6 D3, option short_trade = partial."""
    now = state(hands=["RS RX GL", "YC"], bag="PC PD", options={"short_trade": "partial"})
    step = QWIRKLE.apply(now, 0, Trade(tiles("RS GL RX")), InOrder())
    assert step.state.hands[0] == tiles("RX PC PD")
    assert step.state.bag == tiles("RS GL")
    assert step.events[0].public == {"count": 2}


def test_an_empty_bag_refuses_a_partial_trade_too():
    """Rules 1.5.36."""
    now = state(hands=["RS", "YC"], options={"short_trade": "partial"})
    assert refused(now, Trade(tiles("RS"))).code == "short_bag"


def test_only_tiles_of_the_hand_can_be_traded():
    """Rules 1.5.33."""
    now = state(hands=["RS RS", "YC"], bag="PC PD PS PX")
    assert refused(now, Trade(tiles("RX"))).code == "not_in_hand"
    assert refused(now, Trade(tiles("RS RS RS"))).code == "not_in_hand"


def test_a_trade_without_tiles_is_no_move():
    with pytest.raises(BadRequestError):
        QWIRKLE.apply(state(hands=["RS", "YC"], bag="PC"), 0, Trade(()), chance())


def test_passing_with_tiles_in_the_bag_is_refused():
    """Rules 1.5.38, 6 D4."""
    assert refused(state(hands=["GL", "YC"], bag="PC"), Pass()).code == "pass_not_allowed"


def test_who_can_place_must_place():
    """Rules 1.5.39."""
    assert refused(state(hands=["RX", "YC"]), Pass()).code == "pass_not_allowed"


def test_passing_is_allowed_when_nothing_can_be_placed_and_the_bag_is_empty():
    """Rules 1.5.38, 6 D4."""
    step = QWIRKLE.apply(state(hands=["GL", "YS"]), 0, Pass(), chance())
    assert [event.kind for event in step.events] == ["turn_passed"]
    assert (step.state.to_move, step.state.pass_count) == (1, 1)


def test_free_passing_allows_it_to_one_who_could_place():
    """Rules 1.5.38, 6 D4, option free_pass."""
    free = {"free_pass": True}
    assert QWIRKLE.apply(state(hands=["RX", "YS"], options=free), 0, Pass(), chance())
    refusal = refused(state(hands=["RX", "YS"], bag="PC", options=free), Pass())
    assert refusal.code == "pass_not_allowed"


def test_a_pass_without_alternative_is_made_by_the_server():
    """Rules 1.5.38, 6 D4."""
    assert QWIRKLE.automatic_move(state(hands=["GL", "YS"])) == Pass()
    assert QWIRKLE.automatic_move(state(hands=["GL", "YS"], options={"free_pass": True})) == Pass()
    assert QWIRKLE.automatic_move(state(hands=["RX", "YS"])) is None
    assert QWIRKLE.automatic_move(state(hands=["RX", "YS"], options={"free_pass": True})) is None
    assert QWIRKLE.automatic_move(state(hands=["GL", "YS"], bag="PC")) is None


def test_moves_out_of_turn_are_refused():
    now = state(hands=["RX", "YS"], bag="PC PD")
    for move in (play("YS@1,0"), Trade(tiles("YS"))):
        assert refused(now, move, seat=1).code == "not_your_turn"


@pytest.mark.parametrize(
    ("bag", "changed", "most"),
    [
        ("PC PD", {}, 2),
        ("PC PD PS PX", {}, 3),
        ("", {}, 0),
        ("PC PD", {"short_trade": "partial"}, 3),
        ("", {"short_trade": "partial"}, 0),
    ],
)
def test_the_viewer_is_told_how_many_tiles_he_may_trade(bag, changed, most):
    """Rules 1.5.35: the form offers at most that many."""
    now = state(hands=["RS RX GL", "YC"], bag=bag, options=changed)
    assert QWIRKLE.observe(now, 0, Phase.RUNNING).trade_max == most
    assert QWIRKLE.observe(now, 1, Phase.RUNNING).trade_max == 0
