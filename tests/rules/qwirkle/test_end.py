"""How a game ends, and who has won (rules 1.6)."""

import pytest

from games.core.errors import IllegalMoveError
from games.core.types import EndReason
from games.rules.qwirkle.moves import Pass, Trade
from games.rules.ruleset import Result
from tests.rules.games import QWIRKLE, chance, play, state, tiles

COLUMN = "OX@0,1 YX@0,2 GX@0,3 BX@0,4"


def test_going_out_earns_six_and_ends_the_game_at_once():
    """Rules 1.6.40; nothing is deducted for tiles in hand (rules 1.4.32)."""
    now = state(on_board=COLUMN, hands=["PX", "RC GD"], scores=(10, 20))
    step = QWIRKLE.apply(now, 0, play("PX@0,0"), chance())
    assert step.points == 11
    assert step.state.scores == (21, 20)
    assert QWIRKLE.to_move(step.state) is None
    assert QWIRKLE.result(step.state) == Result(EndReason.WENT_OUT, (21, 20), (0,), (1, 2))


def test_the_end_is_an_event_with_its_reason_and_winners():
    step = QWIRKLE.apply(state(on_board=COLUMN, hands=["PX", "RC"]), 0, play("PX@0,0"), chance())
    placed, finished = step.events
    assert (placed.kind, placed.public["points"]) == ("tiles_placed", 5)
    assert finished.kind == "game_finished"
    assert finished.public == {
        "reason": "went_out",
        "scores": [11, 0],
        "winners": [0],
        "places": [1, 2],
    }


def test_who_empties_his_hand_while_tiles_remain_draws_again():
    """Rules 1.6.41."""
    now = state(on_board=COLUMN, hands=["PX", "RC GD"], bag="YC")
    step = QWIRKLE.apply(now, 0, play("PX@0,0"), chance())
    assert (step.points, step.state.hands[0]) == (5, tiles("YC"))
    assert QWIRKLE.to_move(step.state) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_full_round_of_passes_ends_the_game_without_the_six(seats):
    """Rules 1.6.42, 6 D5."""
    now = state(hands=["GL", "YD", "BE", "OX"][:seats], scores=(1, 2, 3, 4)[:seats])
    for seat in range(seats):
        assert QWIRKLE.result(now) is None
        assert QWIRKLE.automatic_move(now) == Pass()
        now = QWIRKLE.apply(now, seat, Pass(), chance()).state
    assert now.reason is EndReason.BLOCKED
    assert now.scores == (1, 2, 3, 4)[:seats]


def test_one_who_passed_may_place_again_later():
    """Rules 1.6.43."""
    now = state(hands=["GL GE", "RX RD"])
    now = QWIRKLE.apply(now, 0, Pass(), chance()).state
    now = QWIRKLE.apply(now, 1, play("RX@1,0"), chance()).state
    assert (now.pass_count, now.to_move) == (0, 0)
    assert QWIRKLE.apply(now, 0, Pass(), chance()).state.reason is None


def test_equal_scores_share_the_win():
    """Rules 1.6.44, 6 D6."""
    now = state(hands=["GL", "YD", "BE"], scores=(7, 9, 9), pass_count=2, to_move=2)
    result = QWIRKLE.result(QWIRKLE.apply(now, 2, Pass(), chance()).state)
    assert (result.winners, result.places) == ((1, 2), (3, 1, 1))


def traded_round(now, rounds):
    """Everyone trades one tile for so many rounds, or until the game is over."""
    for _ in range(rounds * len(now.hands)):
        seat = now.to_move
        now = QWIRKLE.apply(now, seat, Trade(now.hands[seat][:1]), chance()).state
        if now.reason is not None:
            break
    return now


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_rounds_without_a_placement_end_the_game(seats):
    """Rules 1.6.45, 6 D7."""
    now = state(hands=["GL", "YD", "BE", "OX"][:seats], bag="PC PD PS")
    almost = traded_round(now, 4 - 1)
    assert almost.reason is None
    assert traded_round(almost, 1).reason is EndReason.STALEMATE


def test_a_placement_starts_the_count_of_idle_turns_again():
    """Rules 1.6.45, 6 D7."""
    now = traded_round(state(hands=["GL RX", "YD"], bag="PC PD PS"), 3)
    now = QWIRKLE.apply(
        state(hands=["GL RX", "YD"], bag="PC PD PS", idle_count=now.idle_count),
        0,
        play("RX@1,0"),
        chance(),
    ).state
    assert now.idle_count == 0


def test_the_number_of_idle_rounds_is_an_option():
    """Rules 1.6.45, 6 D7, option stalemate_rounds; 0 = off."""
    one = state(hands=["GL", "YD"], bag="PC", options={"stalemate_rounds": 1})
    assert traded_round(one, 1).reason is EndReason.STALEMATE
    off = state(hands=["GL", "YD"], bag="PC", options={"stalemate_rounds": 0})
    assert traded_round(off, 30).reason is None


def test_after_the_end_no_move_is_accepted():
    now = state(hands=["GL RX", "RD"], reason=EndReason.BLOCKED, bag="PC")
    for move in (play("RX@1,0"), Trade(tiles("GL"))):
        with pytest.raises(IllegalMoveError) as refusal:
            QWIRKLE.apply(now, 0, move, chance())
        assert refusal.value.code == "game_over"
    assert QWIRKLE.automatic_move(now) is None
