"""A ledger replayed is the ledger as it was written, to the last digit."""

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from games.core.elo import SCALE, START
from games.core.replay import NEWCOMER, Line, Said, games_of, replay, standing_after
from games.core.rng import rng_for

NOBODY = Said(0, 0, 0, 0)


def table(number: int, users, places, left=()) -> list[Line]:
    return [
        Line(10 * number + seat, number, user, place, seat in left, False, NOBODY)
        for seat, (user, place) in enumerate(zip(users, places, strict=True))
    ]


def written(games) -> tuple[list[Line], dict]:
    """Return the ledger of these games as their ends write it, one by one."""
    standings, lines = {}, []
    for game in games:
        said = replay(game, standings, lambda _: True)
        lines += [line._replace(said=one) for line, one in zip(game, said, strict=True)]
    return lines, standings


tables = st.lists(
    st.integers(2, 4).flatmap(
        lambda n: st.tuples(
            st.permutations(range(6)).map(lambda users: users[:n]),
            st.lists(st.integers(1, n), min_size=n, max_size=n),
            st.sets(st.integers(0, n - 1), max_size=n - 1),
        )
    ),
    max_size=25,
)


@given(tables, st.data())
def test_from_any_game_on_a_replay_says_what_the_ledger_says(games, data):
    lines, standings = written(table(n, *game) for n, game in enumerate(games))
    groups = list(games_of(lines))
    first = data.draw(st.integers(0, len(groups)))
    known = {}
    for group in groups[:first]:
        known |= {line.user: standing_after(line) for line in group}
    for group in groups[first:]:
        assert replay(group, known, lambda _: True) == [line.said for line in group]
    assert known == standings


@given(tables.filter(bool), st.data())
def test_a_game_that_does_not_count_is_as_if_it_had_not_been_played(games, data):
    out = data.draw(st.integers(0, len(games) - 1))
    lines, _ = written(table(n, *game) for n, game in enumerate(games))
    _, without = written(table(n, *game) for n, game in enumerate(games) if n != out)
    known = {}
    for group in games_of(lines):
        said = replay(group, known, lambda number: number != out)
        if group[0].game == out:
            assert all(one.before == one.after and one.k == 0 for one in said)
    assert {user: one for user, one in known.items() if one != NEWCOMER} == without or all(
        known.get(user, NEWCOMER) == one for user, one in without.items()
    )


def ranks(values: dict[int, float]) -> dict[int, int]:
    return {user: rank for rank, user in enumerate(sorted(values, key=values.__getitem__))}


def agreement(one: dict[int, float], other: dict[int, float]) -> float:
    """Return Spearman's rank correlation."""
    mine, theirs, n = ranks(one), ranks(other), len(one)
    return 1 - 6 * sum((mine[user] - theirs[user]) ** 2 for user in mine) / (n * (n * n - 1))


def test_players_are_ranked_as_their_strength_is_and_as_openskill_ranks_them():
    rng, people = rng_for(b"s" * 32, "openskill", 0), range(40)
    strength = {user: 40 * user for user in people}  # rating points
    model = PlackettLuce()
    theirs = {user: model.rating() for user in people}
    standings: dict = {}
    for number in range(2000):
        one = rng.below(40)
        other = (one + 1 + rng.below(39)) % 40
        share = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
        winner, loser = (one, other) if rng.below(10**6) < share * 10**6 else (other, one)
        replay(table(number, (winner, loser), (1, 2)), standings, lambda _: True)
        (theirs[winner],), (theirs[loser],) = model.rate([[theirs[winner]], [theirs[loser]]])
    ours = {user: standings[user].rating for user in people}
    skill = {user: theirs[user].mu for user in people}
    assert agreement(ours, strength) > 0.95
    assert agreement(skill, strength) > 0.95
    assert agreement(ours, skill) > 0.95
    assert abs(sum(ours.values()) / len(ours) - START) < 60 * SCALE
