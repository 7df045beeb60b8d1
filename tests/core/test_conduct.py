"""The figure of conduct: what counts, and how it falls and heals."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.conduct import (
    FAULTS,
    MOVES_MIN,
    WHOLE,
    Outcome,
    Stay,
    after,
    figure,
    is_same_absence,
    outcome_of,
    per_cent,
)
from games.core.streaks import streaks

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)

scores = st.integers(0, WHOLE)
outcomes = st.sampled_from(Outcome)
histories = st.lists(outcomes, max_size=40)


@settings(max_examples=60)
@given(scores, outcomes)
def test_faults_lower_clean_games_heal_and_nothing_leaves_the_scale(score, outcome):
    then = after(score, outcome)
    assert 0 <= then <= WHOLE
    if outcome == Outcome.CLEAN:
        assert then > score or score == WHOLE
    else:
        assert then < score or score == 0


@settings(max_examples=40)
@given(scores, scores, histories)
def test_who_was_better_stays_so_and_comes_nearer_after_the_same_games(one, other, history):
    low, high = sorted((one, other))
    gap = high - low
    for outcome in history:
        low, high = after(low, outcome), after(high, outcome)
        assert 0 <= high - low <= gap


@settings(max_examples=40)
@given(histories, st.sampled_from(sorted(FAULTS)))
def test_one_fault_more_never_helps_and_two_hundred_clean_games_heal_all(history, fault):
    assert figure([*history, fault]) <= figure([*history, Outcome.CLEAN])
    assert figure([*history, *[Outcome.CLEAN] * 200]) == WHOLE


def test_the_published_numbers():
    assert per_cent(figure([Outcome.TIME_OUT])) == 90
    assert per_cent(figure([Outcome.QUIT])) == 95
    assert per_cent(figure([Outcome.TIME_OUT, *[Outcome.CLEAN] * 14])) == 95


@pytest.mark.parametrize(
    ("stay", "seats", "outcome"),
    [
        (Stay(moves=9), 2, Outcome.CLEAN),
        (Stay(moves=MOVES_MIN - 1), 2, None),
        (Stay(moves=9, left="flag"), 2, Outcome.TIME_OUT),
        (Stay(moves=MOVES_MIN - 1, left="resign", bag_count=80), 2, Outcome.QUIT),
        (Stay(moves=MOVES_MIN, left="resign", bag_count=60), 2, Outcome.CLEAN),
        (Stay(moves=12, left="resign", bag_count=1), 3, Outcome.QUIT),
        (Stay(moves=12, left="resign", bag_count=0), 4, Outcome.CLEAN),
        (Stay(moves=0, is_no_show=True), 2, Outcome.NO_SHOW),
    ],
)
def test_what_a_game_says_about_a_player(stay, seats, outcome):
    assert outcome_of(stay, seats) == outcome


@pytest.mark.parametrize(
    ("hours", "seen", "is_same"),
    [(1, 0.5, True), (24, 20, True), (25, 20, False), (25, -3, True), (900, -3, True)],
)
def test_an_absence_lasts_a_day_or_until_the_player_is_back(hours, seen, is_same):
    assert is_same_absence(NOON + hours * HOUR, NOON, NOON + seen * HOUR) is is_same


def test_the_first_time_out_is_an_absence_of_its_own_and_unseen_players_have_a_day():
    assert not is_same_absence(NOON, None, None)
    assert not is_same_absence(NOON + 25 * HOUR, NOON, None)


def test_streaks_tell_the_newest_run_and_the_longest_of_wins():
    assert streaks([]) == ("", 0, 0)
    assert streaks(["lost", "lost", "won", "won", "won", "drawn", "won"]) == ("lost", 2, 3)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(("won", "drawn", "lost")), max_size=30))
def test_the_longest_streak_is_the_longest_word_of_wins(results):
    text = "".join(result[0] for result in results)
    words = [word for word in text.replace("d", "l").split("l") if word]
    assert streaks(results).longest == max(map(len, words), default=0)
