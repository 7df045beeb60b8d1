"""What a standing order comes to, by the rules alone: `games.rules.qwirkle.standing`."""

import pytest

from games.core.types import Phase
from games.rules.qwirkle.standing import Choice, Since, Stop, decide, look
from tests.rules.games import QWIRKLE, chance, placed, play, state

FIVE = "RS@0,0 RC@1,0 RL@2,0 RD@3,0 RX@4,0"
FOUR = "RS@0,0 RC@1,0 RL@2,0 RD@3,0"


def laid(seat: int, text: str) -> Since:
    return Since(seat, frozenset(cell for _, cell in placed(text)), False, frozenset())


def verdict(before, after, *choices, stops=(), since=()):
    """Return what seat 0 does on ``after`` by an order that it stored on ``before``."""
    seen = QWIRKLE.observe(before, 0, Phase.RUNNING)
    return decide(
        QWIRKLE,
        after,
        0,
        choices,
        stops,
        before=look(QWIRKLE, seen),
        since=since,
        chance=chance(),
    )


def test_the_first_choice_that_is_legal_and_scores_enough_is_taken():
    table = state(on_board="RS@0,0 RC@1,0", hands=["RL BS YS RD GL PL", "BL"], bag="GS GS GS GS")
    taken, poor = play("RL@1,0"), play("BS@0,1")
    best = play("RL@2,0 RD@3,0")
    found = verdict(table, table, Choice(taken, 0), Choice(poor, 3), Choice(best, 4))
    assert (found.move, found.points) == (best, 4)
    assert found.refusals == ("cell_taken", "too_few_points")


def test_going_out_is_part_of_what_a_choice_scores():
    """Rules 1.6.40."""
    table = state(on_board="RS@0,0 RC@1,0", hands=["RL", "BL"], bag="")
    assert verdict(table, table, Choice(play("RL@2,0"), 9)).points == 9


def test_a_tile_that_an_ask_took_is_refused():
    before = state(on_board="RS@0,0", hands=["RL BS", "BL"], bag="GS GS")
    after = state(on_board="RS@0,0", hands=["BS GL", "BL RL"], bag="GS")
    assert verdict(before, after, Choice(play("RL@1,0"), 0)).refusals == ("not_in_hand",)


@pytest.mark.parametrize(
    ("was", "is_now", "is_stopped"), [(FOUR, FIVE, True), (FIVE, FIVE, False), (FOUR, FOUR, False)]
)
def test_a_new_line_of_five_stops_an_order_and_names_who_laid_it(was, is_now, is_stopped):
    hands = ["BS GS", "RX BL", "BC"]
    before, after = (state(on_board=one, hands=hands, bag="GS GS GS") for one in (was, is_now))
    since = [laid(1, "RX@4,0"), laid(2, "BC@9,9")]
    found = verdict(before, after, Choice(play("BS@0,1"), 0), stops=[Stop.FIVE], since=since)
    assert (found.stop, found.by) == ((Stop.FIVE, 1) if is_stopped else (None, None))
    assert (found.move is None) is is_stopped


def test_a_qwirkle_stops_only_where_there_was_none():
    hands = ["RE BS", "GL"]
    before, after = (state(on_board=one, hands=hands, bag="GS GS") for one in (FOUR, FIVE))
    choice = Choice(play("BS@0,1"), 0)
    assert verdict(before, after, choice, stops=[Stop.QWIRKLE]).stop == Stop.QWIRKLE
    assert verdict(after, after, choice, stops=[Stop.QWIRKLE]).move == choice.move


def test_powers_of_others_stop_an_order_and_ones_own_do_not():
    table = state(on_board="RS@0,0", hands=["RL", "BL"], bag="GS GS")
    choice = Choice(play("RL@1,0"), 0)
    power = Since(1, frozenset(), True, frozenset())
    ask = Since(1, frozenset(), True, frozenset({0}))
    own = Since(0, frozenset(), True, frozenset({1}))
    cases = [
        (Stop.POWER, [power], 1),
        (Stop.ASKED, [power], None),
        (Stop.ASKED, [ask], 1),
        (Stop.POWER, [own], None),
    ]
    for stop, since, by in cases:
        found = verdict(table, table, choice, stops=[stop], since=since)
        assert (found.by, found.stop) == (by, None if by is None else stop)
