"""Signals stay silent over honest play, and speak where something is wrong."""

import random
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.signals import early, helping, pairs
from games.core.signals.agreement import Agreed, is_far_above
from tests.factories import NOW


def test_equal_pairs_seen_after_every_game_of_a_month_raise_no_signal_of_one_winner():
    dice = random.Random(1)
    tripped = 0
    for _pair in range(1_000):
        scores: list[float] = []
        for _game in range(40):
            scores.append(float(dice.random() < 0.5))
            tripped += pairs.is_one_sided(*pairs.winner_of(scores)[:2], 0.5)
    assert tripped <= 1


def test_fourteen_games_of_equals_that_all_go_one_way_are_a_signal():
    won, decided, is_first = pairs.winner_of([0.0] * 14 + [0.5])
    assert (won, decided, is_first) == (14, 14, False)
    assert pairs.is_one_sided(won, decided, 0.5)


@given(st.integers(10, 100), st.floats(0.05, 0.95))
def test_winning_as_often_as_expected_is_never_a_signal(decided, expected):
    assert not pairs.is_one_sided(round(decided * expected), decided, expected)


def test_who_is_far_stronger_may_always_win():
    assert not pairs.is_one_sided(20, 20, 0.95)


@given(st.integers(0, 19), st.integers(1, 100), st.integers(1, 100))
def test_fewer_games_than_twenty_with_one_opponent_are_not_many(met, first, second):
    assert not pairs.is_often(met, max(first, met), max(second, met))


def test_twenty_of_thirty_games_with_one_opponent_are_many_and_of_a_hundred_they_are_not():
    assert pairs.is_often(20, 30, 90)
    assert not pairs.is_often(20, 100, 90)


def test_somebody_who_leaves_one_game_in_fifty_early_raises_no_signal():
    dice = random.Random(2)
    tripped = sum(
        early.is_suspicious(early.early_losses(_leavings(dice, 0.02))) for _ in range(2_000)
    )
    assert tripped <= 5


def _leavings(dice: random.Random, share: float) -> list[early.Leaving]:
    return [
        early.Leaving(number, 2, False, NOW + timedelta(hours=number))
        for number in range(early.OF_GAMES)
        if dice.random() < share
    ]


def test_an_absence_that_loses_many_games_on_time_counts_once():
    away = [early.Leaving(n, 0, True, NOW + timedelta(minutes=n)) for n in range(10)]
    assert early.early_losses(away) == [0]


def test_four_games_resigned_in_the_first_turns_are_a_signal_and_later_ones_are_none():
    def resigned(moves):
        return [early.Leaving(n, moves, False, NOW) for n in range(4)]

    assert early.is_suspicious(early.early_losses(resigned(early.MOVES_MAX)))
    assert early.early_losses(resigned(early.MOVES_MAX + 1)) == []


def test_a_move_gains_from_the_seat_that_laid_a_tile_of_its_line_since_the_movers_last_turn():
    steps = [
        helping.Step(0, ((0, 0), (1, 0)), 2),
        helping.Step(1, ((2, 0),), 3),  # beside both tiles of seat 0
        helping.Step(2, ((2, 1),), 2),  # below the tile of seat 1
        helping.Step(0, ((3, 0),), 4),  # the line holds a new tile of seat 1, the rest is old
        helping.Step(1, ((0, 5),), 6),  # alone
    ]
    assert dict(helping.gains_of(steps)) == {(0, 1): 3, (1, 2): 2, (1, 0): 4}


def test_a_tile_that_was_taken_off_the_board_sets_up_nothing():
    steps = [
        helping.Step(0, ((0, 0), (1, 0)), 2),
        helping.Step(1, taken=((1, 0),)),
        helping.Step(2, ((2, 0),), 1),
    ]
    assert dict(helping.gains_of(steps)) == {}


def _honest_table(dice: random.Random, seats: int, extra: int = 0) -> tuple[int, int]:
    """Return the excess of seats 0 and 1 where everybody gains alike from all, but for extra."""
    gains = {
        (giver, receiver): sum(dice.choice((0, 0, 3, 5, 8, 12)) for _turn in range(6))
        for giver in range(seats)
        for receiver in range(seats)
        if giver != receiver
    }
    gains[0, 1] += extra
    gains[1, 0] += extra
    return helping.excess(gains, 0, 1, seats)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from((3, 4)))
def test_equal_players_at_tables_raise_no_signal_of_help(seed, seats):
    dice = random.Random(seed)
    games = [_honest_table(dice, seats) for _ in range(40)]
    for number in range(helping.GAMES_MIN, len(games) + 1, 5):
        given_, taken = zip(*games[:number], strict=True)
        assert not helping.is_helping(given_, taken)


def test_two_who_set_up_a_qwirkle_for_each_other_in_every_game_are_a_signal():
    dice = random.Random(3)
    given_, taken = zip(*(_honest_table(dice, 3, extra=18) for _ in range(25)), strict=True)
    assert helping.is_helping(given_, taken)
    assert not helping.is_helping(given_[:14], taken[:14])


def test_a_receiver_who_gains_from_everybody_alike_is_no_help():
    strong = [helping.excess({(0, 1): 30 + n, (2, 1): 30 + n}, 0, 1, 3) for n in range(20)]
    assert not helping.is_helping(*zip(*strong, strict=True))


def test_agreement_is_compared_with_others_of_the_same_rating_and_needs_enough_of_them():
    dice = random.Random(4)
    others = [Agreed(200, round(200 * dice.gauss(0.45, 0.06))) for _ in range(40)]
    assert is_far_above(Agreed(200, 170), others)
    assert not is_far_above(Agreed(200, 100), others)
    assert not is_far_above(Agreed(100, 95), others)
    assert not is_far_above(Agreed(200, 170), others[:10])
