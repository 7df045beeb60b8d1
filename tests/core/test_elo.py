"""What a rated game changes (issue of the ladder: Elo for two to four, formula version 1)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.elo import (
    FORMULA_VERSION,
    SCALE,
    START,
    Entrant,
    changes,
    expected,
    is_provisional,
    k_factor,
)
from games.core.pool import POOLS, pool_of

RATINGS = st.integers(min_value=0, max_value=3000 * SCALE)
ENTRANTS = st.builds(
    Entrant,
    rating=RATINGS,
    games=st.integers(min_value=0, max_value=2000),
    place=st.integers(min_value=1, max_value=4),
    has_left=st.booleans(),
)
TABLES = st.lists(ENTRANTS, min_size=2, max_size=4)


def winner(rating=START, **fields) -> Entrant:
    return Entrant(rating=rating, games=0, place=1, **fields)


def loser(rating=START, **fields) -> Entrant:
    return Entrant(rating=rating, games=0, place=2, **fields)


def test_two_newcomers_win_and_lose_half_of_the_first_k():
    assert changes([winner(), loser()]) == [32 * SCALE, -32 * SCALE]


def test_hand_computed_changes():
    """1700 beats 1500 after 20 games each: E = 1/(1+10^-0.5) = 0.759747, K = 32."""
    strong, weak = winner(1700 * SCALE), loser()
    after_20 = [replace(strong, games=20), replace(weak, games=20)]
    assert changes(after_20) == [7688, -7688]
    upset = [replace(strong, games=20, place=2), replace(weak, games=20, place=1)]
    assert changes(upset) == [-24312, 24312]


def test_three_players_by_hand():
    """Equal ratings: first beats two, second beats one, third none; K = 64 over two games."""
    table = [winner(), loser(), Entrant(rating=START, games=0, place=3)]
    assert changes(table) == [32 * SCALE, 0, -32 * SCALE]


@pytest.mark.parametrize(
    ("games", "k"), [(0, 64), (20, 32), (40, 64 / 3), (60, 16), (61, 16), (5000, 16)]
)
def test_k_falls_from_64_to_16(games, k):
    assert k_factor(games) == pytest.approx(k)


def test_somebody_400_points_stronger_is_expected_to_take_ten_of_eleven():
    assert expected(1900 * SCALE, 1500 * SCALE) == pytest.approx(10 / 11)


@given(RATINGS, RATINGS)
def test_expectations_of_two_add_up_to_one(one, other):
    assert expected(one, other) + expected(other, one) == pytest.approx(1)


@given(TABLES)
def test_among_people_with_the_same_k_nothing_is_won_that_is_not_lost(table):
    same = [replace(entrant, games=0) for entrant in table]
    assert abs(sum(changes(same))) <= len(same)  # each is rounded to a thousandth


@given(TABLES, st.randoms(use_true_random=False))
def test_seats_do_not_matter(table, luck):
    order = list(range(len(table)))
    luck.shuffle(order)
    before = changes(table)
    after = changes([table[seat] for seat in order])
    # Sums in another order may differ in the last bit, which rounding shows as one at most.
    assert all(abs(after[new] - before[old]) <= 1 for new, old in enumerate(order))


@given(TABLES)
def test_nobody_changes_by_more_than_his_k(table):
    for entrant, change in zip(table, changes(table), strict=True):
        assert abs(change) <= round(k_factor(entrant.games) * SCALE)


@given(TABLES)
def test_whoever_leaves_gains_nothing_by_it(table):
    """A seat that left shares the last place, whatever its points were."""
    stayed = changes([replace(table[0], has_left=False), *table[1:]])
    left = changes([replace(table[0], has_left=True), *table[1:]])
    assert left[0] <= stayed[0]


@given(TABLES)
def test_a_bot_is_an_anchor_and_counts_half(table):
    bots = [table[0], *(replace(entrant, is_anchor=True) for entrant in table[1:])]
    among_people, among_bots = changes(table), changes(bots)
    assert among_bots[1:] == [0] * (len(table) - 1)
    assert abs(2 * among_bots[0] - among_people[0]) <= 1


def test_a_rating_is_provisional_until_20_games_against_4_people():
    assert is_provisional(19, 10)
    assert is_provisional(200, 3)
    assert not is_provisional(20, 4)


@pytest.mark.parametrize(
    ("ruleset", "seats", "key"),
    [
        ("qwirkle", 2, "qwirkle-duel"),
        ("qwirkle", 3, "qwirkle-table"),
        ("qwirkle", 4, "qwirkle-table"),
        ("qwirkle+action_tokens+boards", 2, "expansions-duel"),
        ("qwirkle+power_cards", 4, "expansions-table"),
        ("rummy", 2, "rummy-duel"),
    ],
)
def test_pools_are_told_apart_by_game_and_table(ruleset, seats, key):
    assert pool_of(ruleset, seats).key == key


def test_the_pools_on_show_are_those_of_the_games_there_are():
    assert {
        pool_of(key, seats) for key in ("qwirkle", "qwirkle+boards") for seats in (2, 3)
    } == set(POOLS)
    assert FORMULA_VERSION == 1
