"""The careful bot looks at what it leaves behind."""

import pytest

from games.bots import registry
from games.bots.counting import Counting
from games.bots.leave import leave_of
from games.rules.qwirkle.board import BITS
from games.rules.qwirkle.moves import Place, Trade
from tests.bots.positions import GAME, board, cells_of, hand, line, rng, seen

FOURS = line("R", "CDSX", 0, 0), line("B", "DSXE", 0, 10)
"""Two lines of four: the red one lacks E and L, the blue one C and L."""

FAR_AWAY = "{tile}@20,20 {tile}@30,30 {tile}@40,40"
"""All three copies of a tile, where they are in nobody's way."""

careful = registry.get("careful")
greedy = registry.get("greedy")


@pytest.mark.parametrize(
    ("gone", "safe", "open_line"), [("BL", "BC", 0), ("RL", "RE", 10)], ids=["blue", "red"]
)
def test_no_open_five_is_left_where_an_equal_move_is_safe(
    gone: str, safe: str, open_line: int
) -> None:
    """The fifth tile scores 5 in both lines, but only one of them can still be completed."""
    observation = seen(board(*FOURS, FAR_AWAY.format(tile=gone)), "RE BC GS YD")
    move = careful.choose(observation, rng(), GAME)
    assert isinstance(move, Place)
    assert [tile for tile, _ in move.tiles] == list(hand(safe))
    assert open_line not in {y for _, y in cells_of(move)}


def test_fewer_points_are_taken_rather_than_an_open_five_left() -> None:
    """A line of five gives the other a Qwirkle; three tiles elsewhere cost one point less."""
    table = board(line("R", "CDSX", 0, 0), line("G", "LED", 20, 20))
    observation = seen(table, "RE GC YS")
    assert cells_of(greedy.choose(observation, rng(), GAME)) <= {(-1, 0), (4, 0)}
    move = careful.choose(observation, rng(), GAME)
    assert [tile for tile, _ in move.tiles] == list(hand("GC"))


@pytest.mark.parametrize("twin", ["YC", "BS"])
def test_a_duplicate_is_shed_where_points_are_equal(twin: str) -> None:
    """Yellow circle and blue square score the same next to a yellow square."""
    observation = seen(board("YS@0,0"), f"YC BS PX {twin}")
    move = careful.choose(observation, rng(), GAME)
    assert [tile for tile, _ in move.tiles] == list(hand(twin))


def test_a_hand_that_fits_nowhere_is_traded_whole() -> None:
    observation = seen(board("RC@0,0"), "GD GS GX YE BL BL")
    move = careful.choose(observation, rng(), GAME)
    assert isinstance(move, Trade)
    assert sorted(move.tiles) == sorted(hand("GD GS GX YE BL BL"))


def test_a_short_trade_gives_a_twin_back_and_keeps_what_goes_together() -> None:
    """Rules 1.5.35: no more than the bag holds."""
    observation = seen(board("RC@0,0"), "GD GS GX YE BL BL", bag_count=2, trade_max=2)
    move = careful.choose(observation, rng(), GAME)
    assert isinstance(move, Trade)
    assert sorted(move.tiles) == sorted(hand("YE BL"))


def test_a_kept_twin_is_worth_less_than_two_tiles_that_suit_each_other() -> None:
    assert leave_of(hand("RC RC")).worth < leave_of(hand("RC BD")).worth
    assert leave_of(hand("RC BD")).worth < leave_of(hand("RC RD")).worth


def test_tiles_out_of_sight_are_counted() -> None:
    observation = seen(board("RC@0,0 RC@5,5 RD@6,6"), "RC RD BS")
    counting = Counting(observation)
    red_circle, red_diamond, blue_square = (BITS[tile] for tile in hand("RC RD BS"))
    assert len(counting.unseen) == 108 - 6
    assert counting.copies(red_circle) == 0
    assert counting.copies(red_diamond | blue_square) == 1 + 2
    assert counting.any_held(red_circle) == 0
    # One copy among 102 tiles, of which the other player holds six.
    assert counting.any_held(red_diamond) == pytest.approx(6 / 102)
    assert counting.both_held(red_diamond, red_circle) == pytest.approx(0)
