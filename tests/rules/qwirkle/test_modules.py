"""Expansions plug in without a change to the base game (proved with two small made-up ones)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from games.core.errors import BadRequestError, IllegalMoveError
from games.core.events import Event
from games.core.options import whole
from games.core.types import Phase
from games.rules.qwirkle.composition import CompositionError
from games.rules.qwirkle.module import RuleModule
from games.rules.qwirkle.moves import ModuleMove, Pass, Place, Trade
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.tiles import Tile
from games.rules.ruleset import Step
from tests.rules.games import FULL_SET, all_tiles, chance, play, state, tiles

COIN = Tile(36)


class Fenced(RuleModule):
    """Cells with x from 0 to 4; column 3 gives two points; the first move covers (0, 0)."""

    key = "fenced"
    options: ClassVar = {"gift": whole(2, 0, 9)}

    def region(self, options):
        return frozenset((x, y) for x in range(5) for y in range(-9, 10))

    def bonuses(self, options):
        return {(3, y): options["gift"] for y in range(-9, 10)}

    def opening_cells(self, table):
        return None if table.board else frozenset([(0, 0)])

    def barred(self, table):
        return {(red, (0, 9)): "No red in the corner" for red in range(6)}


@dataclass(frozen=True, slots=True)
class SpendCoin(ModuleMove):
    """Draw two more tiles and then go on; a second turn follows."""


class Coins(RuleModule):
    """Two coins lie in the bag; each drawn one goes to its finder. Spending needs one."""

    key = "coins"
    move_kinds = (SpendCoin,)
    bag_tiles: ClassVar = {"!coin": COIN}

    def bag_extras(self, options):
        return (COIN, COIN)

    def setup(self, state):
        return self.kept(state, purses=[0] * len(state.hands), again=False)

    def kept(self, state, **changed):
        mine: Mapping = state.extras.get(self.key, {})
        return replace(state, extras={**state.extras, self.key: {**mine, **changed}})

    def on_draw(self, state, seat, tile):
        if tile != COIN:
            return None
        purses = list(state.extras[self.key]["purses"])
        purses[seat] += 1
        return self.kept(state, purses=purses), (Event("coin_found", seat),)

    def usable(self, state, seat, game):
        return ("coin",) if state.extras[self.key]["purses"][seat] else ()

    def may_help(self, state, seat, game):
        return bool(self.usable(state, seat, game))

    def apply(self, state, seat, move, chance, game):
        game.check_turn(state, seat, move)
        purses = list(state.extras[self.key]["purses"])
        if not purses[seat]:
            raise IllegalMoveError("token_not_held", "You have no coin")
        purses[seat] -= 1
        drawing = game.draw(self.kept(state, purses=purses, again=True), seat, 2, chance)
        return Step(drawing.state, (Event("coin_spent", seat), *drawing.events))

    def check_move(self, state, seat, move, may_place):
        if isinstance(move, Trade) and state.extras[self.key]["again"]:
            raise IllegalMoveError("token_not_now", "No trade after a coin")

    def goes_again(self, state, seat):
        return state.extras[self.key]["again"]

    def turn_ended(self, state, seat, *, goes_again):
        return self.kept(state, again=False)

    def show(self, state):
        return {"purses": state.extras[self.key]["purses"]}

    def parse_move(self, text):
        return SpendCoin() if text == "use coin" else None

    def format_move(self, move):
        return "use coin"


FENCED = Qwirkle([Fenced()])
COINS = Qwirkle([Coins()])
ROW = "RC@0,0 RD@1,0 RS@2,0"


def fenced(**changed):
    return replace(state(**changed), options=FENCED.parse_options({}))


def coins(purses=(1, 0), **changed):
    extras = {"coins": {"purses": list(purses), "again": False}}
    return replace(state(**changed), extras=extras)


def test_modules_stand_in_the_key_in_alphabetical_order():
    assert Qwirkle([Fenced(), Coins()]).key == Qwirkle([Coins(), Fenced()]).key
    assert Qwirkle([Fenced(), Coins()]).key == "qwirkle+coins+fenced"


def test_two_owners_of_one_kind_of_move_cannot_be_composed():
    class MoreCoins(Coins):
        key = "more_coins"

    with pytest.raises(CompositionError, match="SpendCoin"):
        Qwirkle([Coins(), MoreCoins()])


def test_two_owners_of_one_option_cannot_be_composed():
    class OtherFence(Fenced):
        key = "other_fence"

    with pytest.raises(CompositionError, match="gift"):
        Qwirkle([Fenced(), OtherFence()])


def test_a_module_brings_its_options_and_no_other_game_knows_them():
    assert FENCED.parse_options({})["gift"] == 2
    with pytest.raises(BadRequestError):
        COINS.parse_options({"gift": 2})


def test_a_module_can_fence_the_board():
    now = fenced(on_board="RC@4,0", hands=["RD", "YC"], bag="PC", scores=(1, 0))
    with pytest.raises(IllegalMoveError) as refusal:
        FENCED.apply(now, 0, play("RD@5,0"), chance())
    assert refusal.value.code == "cell_off_board"
    assert FENCED.apply(now, 0, play("RD@3,0"), chance()).points == 2 + 2


def test_a_module_can_add_points_to_a_placement():
    now = fenced(on_board=ROW, hands=["RX", "YC"], bag="PC", scores=(1, 0))
    step = FENCED.apply(now, 0, play("RX@3,0"), chance())
    assert step.points == 4 + 2
    assert step.events[0].public["bonus"] == 2


def test_a_module_can_say_where_the_first_placement_goes():
    now = fenced(on_board="", hands=["RX", "YC"], bag="PC")
    with pytest.raises(IllegalMoveError, match="start cells") as refusal:
        FENCED.apply(now, 0, play("RX@1,0"), chance())
    assert refusal.value.code == "not_connected"
    assert FENCED.apply(now, 0, play("RX@0,0"), chance()).points == 1
    offered = FENCED.legal_places(FENCED.observe(now, 0, Phase.RUNNING))
    assert [place.tiles for place in offered] == [((tiles("RX")[0], (0, 0)),)]


def test_a_module_can_refuse_a_placement_that_the_base_game_allows():
    now = fenced(on_board="RC@0,8", hands=["RX GC", "YC"], bag="PC", scores=(1, 0))
    with pytest.raises(IllegalMoveError, match="No red in the corner"):
        FENCED.apply(now, 0, play("RX@0,9"), chance())
    offered = FENCED.legal_places(FENCED.observe(now, 0, Phase.RUNNING))
    assert (0, 9) in {cell for place in offered for _, cell in place.tiles}
    assert all(tile != tiles("RX")[0] or cell != (0, 9) for p in offered for tile, cell in p.tiles)


def test_the_offered_placements_obey_modules_and_show_their_points():
    now = fenced(on_board=ROW, hands=["RX", "YC"], bag="PC", scores=(1, 0))
    offered = FENCED.legal_places(FENCED.observe(now, 0, Phase.RUNNING))
    assert offered
    for option in offered:
        assert FENCED.apply(now, 0, Place(option.tiles), chance()).points == option.score
    assert all(0 <= cell[0] <= 4 for option in offered for _, cell in option.tiles)


def test_who_can_place_only_outside_the_fence_has_to_pass():
    class Narrow(RuleModule):
        key = "narrow"

        def region(self, options):
            return frozenset((0, y) for y in range(-9, 10))

    narrow = Qwirkle([Narrow()])
    # A green circle fits beside the red one, but not at the ends of the column.
    stuck = state(on_board="RC@0,0 RD@0,1", hands=["GC", "YC"])
    free = state(on_board="RC@0,0 RD@0,1", hands=["RS", "YC"])
    assert narrow.automatic_move(stuck) == Pass()
    assert narrow.automatic_move(free) is None
    assert Qwirkle().automatic_move(stuck) is None


def test_extras_go_into_the_bag_after_the_deal():
    step = COINS.initial_step(2, COINS.parse_options({}), chance(), seniority=(0, 1))
    assert all(tile < COIN for hand in step.state.hands for tile in hand)
    assert step.state.bag.count(COIN) == 2
    assert len(step.state.bag) == 108 - 12 + 2
    assert sorted(tile for tile in all_tiles(step.state) if tile != COIN) == FULL_SET


def test_a_claimed_tile_is_replaced_at_once():
    now = replace(coins(hands=["RX GL GE BD BC YS", "YC"]), bag=(COIN, COIN, *tiles("PC PD PS")))
    step = COINS.apply(now, 0, play("RX@1,0"), chance())
    assert step.state.hands[0] == tiles("GL GE BD BC YS PC")
    assert step.state.extras["coins"]["purses"] == [3, 0]
    assert [event.kind for event in step.events] == [
        "tiles_placed",
        "coin_found",
        "coin_found",
        "tiles_drawn",
    ]


def test_a_bag_of_extras_alone_is_emptied_and_then_one_is_out():
    now = replace(coins(hands=["RX", "YC"]), bag=(COIN,))
    step = COINS.apply(now, 0, play("RX@1,0"), chance())
    assert step.state.reason == "went_out"


def test_a_trade_that_draws_short_because_of_extras_goes_on_after_the_return():
    """Rules 2.6.47."""
    now = replace(coins(hands=["RX GL", "YC"]), bag=(COIN, *tiles("PC")))
    step = COINS.apply(now, 0, Trade(tiles("RX GL")), chance())
    assert len(step.state.hands[0]) == 2
    assert tiles("PC")[0] in step.state.hands[0]
    assert sorted(all_tiles(step.state)) == sorted(tiles("RS RX GL YC PC"))


def test_a_turn_can_hold_several_moves_and_be_followed_by_another():
    now = coins(hands=["RX GL", "YC"], bag="PC PD PS PX PE PL OC OD OS")
    spent = COINS.apply(now, 0, COINS.parse_move("use coin"), chance()).state
    assert (spent.to_move, len(spent.hands[0])) == (0, 4)
    again = COINS.apply(spent, 0, play("RX@1,0"), chance()).state
    assert (again.to_move, len(again.hands[0])) == (0, 6)
    assert COINS.apply(again, 0, Trade(tiles("GL")), chance()).state.to_move == 1


def test_a_module_can_refuse_a_move_of_the_base_game():
    now = coins(hands=["RX GL", "YC"], bag="PC PD PS PX")
    spent = COINS.apply(now, 0, SpendCoin(), chance()).state
    with pytest.raises(IllegalMoveError, match="No trade after a coin"):
        COINS.apply(spent, 0, Trade(tiles("GL")), chance())
    assert COINS.observe(spent, 0, Phase.RUNNING).trade_max == 0


def test_a_module_move_out_of_turn_is_refused():
    with pytest.raises(IllegalMoveError) as refusal:
        COINS.apply(coins(hands=["RX", "YC"], bag="PC"), 1, SpendCoin(), chance())
    assert refusal.value.code == "not_your_turn"


def test_the_server_does_not_pass_for_one_who_has_another_move():
    """Rules 2.8.59."""
    assert COINS.automatic_move(coins(purses=(1, 0), hands=["GL", "YC"])) is None
    assert COINS.automatic_move(coins(purses=(0, 1), hands=["GL", "YC"])) == Pass()


def test_a_module_shows_its_open_part_to_everybody():
    now = coins(hands=["RX", "YC"], bag="PC")
    for viewer in (0, 1, None):
        assert COINS.observe(now, viewer, Phase.RUNNING).public_extras == {
            "coins": {"purses": [1, 0]}
        }


def test_what_a_module_keeps_survives_the_codec():
    now = coins(hands=["RX", "YC"], bag="PC")
    assert COINS.decode_state(COINS.encode_state(now)) == now


def test_module_moves_have_their_own_text():
    assert COINS.parse_move("use coin") == SpendCoin()
    assert COINS.format_move(SpendCoin()) == "use coin"
    assert COINS.parse_move("play RX@1,0") == play("RX@1,0")
    assert COINS.format_move(play("RX@1,0")) == "play RX@1,0"


def test_a_game_without_the_module_does_not_know_its_moves():
    for attempt in (
        lambda: FENCED.apply(fenced(hands=["RX", "YC"]), 0, SpendCoin(), chance()),
        lambda: FENCED.format_move(SpendCoin()),
    ):
        with pytest.raises(BadRequestError, match="no such move"):
            attempt()


def test_whether_a_take_may_part_the_board_is_asked_of_all_modules():
    class Loose(RuleModule):
        key = "loose"

        def may_disconnect(self, options):
            return True

    assert Qwirkle([Loose(), Coins()]).may_disconnect({}) is True
    assert COINS.may_disconnect({}) is False
