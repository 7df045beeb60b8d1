"""Seats that resign or run out of time (rules 6 D25)."""

import pytest

from games.core.errors import IllegalMoveError
from games.core.types import EndReason
from games.rules.qwirkle.moves import Leave, Pass, Trade
from tests.rules.games import QWIRKLE, chance, deal, play, state, tile_count, tiles


def left(now, *seats, is_flag=False):
    for seat in seats:
        now = QWIRKLE.apply(now, seat, Leave(is_flag=is_flag), chance()).state
    return now


@pytest.mark.parametrize(
    ("is_flag", "reason"), [(False, EndReason.RESIGNED), (True, EndReason.FLAGGED)]
)
def test_between_two_the_other_wins_whatever_the_scores(is_flag, reason):
    now = left(state(hands=["RX", "RD"], bag="PC", scores=(50, 3)), 0, is_flag=is_flag)
    result = QWIRKLE.result(now)
    assert (result.reason, result.winners, result.places) == (reason, (1,), (2, 1))
    assert result.scores == (50, 3)


def test_one_may_leave_out_of_turn():
    now = left(state(hands=["RX", "RD", "RE"], bag="PC"), 2)
    assert (now.to_move, now.left, now.reason) == (0, (2,), None)


def test_leaving_on_ones_turn_passes_the_turn_on():
    assert left(state(hands=["RX", "RD", "RE"], bag="PC"), 0).to_move == 1
    assert left(state(hands=["RX", "RD", "RE"], bag="PC", to_move=2), 2).to_move == 0


def test_the_tiles_leave_the_game_and_do_not_go_back_to_the_bag():
    now = state(hands=["RX RS", "RD", "RE"], bag="PC")
    after = left(now, 0)
    assert (after.hands[0], after.gone, after.bag) == ((), tiles("RX RS"), now.bag)
    assert tile_count(after) == tile_count(now)


def test_the_others_play_on_and_skip_the_empty_seat():
    now = left(state(hands=["RX", "RD", "RE"], bag="PC PD"), 1)
    assert QWIRKLE.apply(now, 0, play("RX@1,0"), chance()).state.to_move == 2


def test_who_left_comes_last_and_who_left_first_at_the_very_end():
    now = left(state(hands=["RX", "RD", "RE", "RL"], bag="PC", scores=(9, 8, 7, 6)), 1, 3, 0)
    result = QWIRKLE.result(now)
    assert (result.places, result.winners) == ((2, 4, 1, 3), (2,))


def test_leaving_is_told_without_the_tiles():
    step = QWIRKLE.apply(state(hands=["RX RS", "RD", "RE"], bag="PC"), 0, Leave(), chance())
    (event,) = step.events
    assert (event.kind, event.seat, event.private) == ("seat_left", 0, {})
    assert event.public == {"reason": "resigned", "count": 2}


def test_nobody_leaves_twice():
    now = left(state(hands=["RX", "RD", "RE"], bag="PC"), 0)
    with pytest.raises(IllegalMoveError) as refusal:
        left(now, 0)
    assert refusal.value.code == "game_over"


def test_nobody_leaves_a_game_that_is_over():
    with pytest.raises(IllegalMoveError) as refusal:
        left(state(hands=["RX", "RD"], reason=EndReason.BLOCKED), 0)
    assert refusal.value.code == "game_over"


def test_a_pass_of_one_who_left_does_not_count():
    """0 and 1 have passed, 0 leaves: 2 has not passed, so the game is not blocked."""
    now = state(hands=["GL", "YD", "BE"], pass_count=2, idle_count=2, to_move=2)
    after = left(now, 0)
    assert (after.pass_count, after.reason) == (1, None)
    assert QWIRKLE.apply(after, 2, Pass(), chance()).state.reason is EndReason.BLOCKED


def test_the_passes_of_the_others_still_count_when_the_mover_leaves():
    """0 and 1 have passed, 2 leaves: all that are left have passed."""
    now = state(hands=["GL", "YD", "BE"], pass_count=2, idle_count=2, to_move=2)
    assert left(now, 2).reason is EndReason.BLOCKED


def test_a_full_round_of_passes_is_one_of_the_seats_still_there():
    now = left(state(hands=["GL", "YD", "BE", "OX"]), 3)
    for seat in range(3):
        now = QWIRKLE.apply(now, seat, Pass(), chance()).state
    assert now.reason is EndReason.BLOCKED


def test_idle_rounds_are_those_of_the_seats_still_there():
    """Rules 1.6.45 with three seats of which one leaves after two rounds."""
    now = state(hands=["GL", "YD", "BE"], bag="PC PD PS")
    for _ in range(6):
        now = QWIRKLE.apply(now, now.to_move, Trade(now.hands[now.to_move]), chance()).state
    now = left(now, 1)
    assert now.idle_count == 4
    for _ in range(3):
        now = QWIRKLE.apply(now, now.to_move, Trade(now.hands[now.to_move]), chance()).state
        assert now.reason is None
    now = QWIRKLE.apply(now, now.to_move, Trade(now.hands[now.to_move]), chance()).state
    assert now.reason is EndReason.STALEMATE


def test_when_the_opener_leaves_the_next_seat_opens_with_its_own_largest_set():
    """Rules 1.1.9 for the seat that opens in his place (own)."""
    dealt = deal(3)
    opener = dealt.to_move
    now = left(dealt, opener)
    after = (opener + 1) % 3
    assert (now.to_move, now.opener) == (after, after)
    assert (
        now.opening_count
        == QWIRKLE.state_at(
            now.options, hands=dealt.hands, bag=dealt.bag, opener=after
        ).opening_count
    )


def test_a_seat_that_waits_to_open_may_leave_without_changing_the_duty():
    dealt = deal(3)
    now = left(dealt, (dealt.to_move + 1) % 3)
    assert (now.to_move, now.opening_count) == (dealt.to_move, dealt.opening_count)
