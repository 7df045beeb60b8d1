"""What each viewer may know, and nothing else."""

from dataclasses import fields, replace

import pytest

from games.core.types import EndReason, Phase
from games.rules.qwirkle.state import Observation
from tests.rules.games import QWIRKLE, at_random, deal, play_game, state, tiles

ALLOWED = {
    "viewer",
    "phase",
    "options",
    "board",
    "hand",
    "hands",
    "hand_counts",
    "bag_count",
    "scores",
    "to_move",
    "opener",
    "opening_count",
    "left",
    "reason",
    "may_place",
    "may_pass",
    "trade_max",
    "usable",
    "public_extras",
}


def test_an_observation_has_the_listed_fields_and_no_other():
    assert {field.name for field in fields(Observation)} == ALLOWED


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others():
    seen = QWIRKLE.observe(state(hands=["RX RD", "YC"], bag="PC PD PS"), 0, Phase.RUNNING)
    assert (seen.hand, seen.hands) == (tiles("RX RD"), None)
    assert (seen.hand_counts, seen.bag_count) == ((2, 1), 3)


def test_one_without_a_seat_sees_no_hand():
    seen = QWIRKLE.observe(state(hands=["RX RD", "YC"], bag="PC"), None, Phase.RUNNING)
    assert (seen.hand, seen.hands) == (None, None)
    assert (seen.may_place, seen.may_pass, seen.trade_max) == (False, False, 0)


def test_all_hands_are_shown_when_the_game_is_over():
    over = state(hands=["RX RD", "YC"], reason=EndReason.BLOCKED)
    seen = QWIRKLE.observe(over, 1, Phase.OVER)
    assert seen.hands == (tiles("RX RD"), tiles("YC"))
    assert (seen.to_move, seen.may_place, seen.may_pass, seen.trade_max) == (None, False, False, 0)


def test_hands_stay_hidden_as_long_as_the_caller_says_the_game_runs():
    over = state(hands=["RX RD", "YC"], reason=EndReason.BLOCKED)
    assert QWIRKLE.observe(over, 1, Phase.RUNNING).hands is None


@pytest.mark.parametrize(
    ("hand", "bag", "may"),
    [
        ("RX", "PC", (True, False, 1)),
        ("RX", "", (True, False, 0)),
        ("GL", "PC", (False, False, 1)),
        ("GL", "", (False, True, 0)),
    ],
)
def test_the_seat_to_move_is_told_what_it_may_do(hand, bag, may):
    seen = QWIRKLE.observe(state(hands=[hand, "YC"], bag=bag), 0, Phase.RUNNING)
    assert (seen.may_place, seen.may_pass, seen.trade_max) == may


def test_the_opener_is_told_that_he_has_to_place():
    """Rules 1.1.9."""
    dealt = deal()
    seen = QWIRKLE.observe(dealt, dealt.to_move, Phase.RUNNING)
    assert (seen.may_place, seen.may_pass, seen.trade_max) == (True, False, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_does_not_change_when_hidden_tiles_are_permuted(seats):
    for now in play_game("hidden", seats, at_random).states[::5]:
        for viewer in range(seats):
            other = permuted(now, viewer)
            running = Phase.RUNNING
            assert QWIRKLE.observe(other, viewer, running) == QWIRKLE.observe(now, viewer, running)


def permuted(now, viewer):
    """The same state with the tiles that the viewer cannot see dealt out the other way round."""
    hidden = [*now.bag]
    for seat, hand in enumerate(now.hands):
        hidden.extend(hand if seat != viewer else ())
    hidden.reverse()
    hands = []
    for seat, hand in enumerate(now.hands):
        hands.append(hand if seat == viewer else tuple(hidden.pop() for _ in hand))
    return replace(now, hands=tuple(hands), bag=tuple(hidden))
