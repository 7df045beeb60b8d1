"""Elo for tables of two to four: what a rated game changes. Pure; formula version 1.

Ratings are whole thousandths of a point, so that sums are exact and a pool that is calculated anew
gives the same numbers to the last digit on every database.
"""

from collections.abc import Sequence
from dataclasses import dataclass

FORMULA_VERSION = 1
SCALE = 1000
"""Thousandths in a point."""

START = 1500 * SCALE
WIDTH = 400 * SCALE
"""Somebody so much stronger is expected to score ten times as often."""

K_FIRST, K_LAST, K_SLOWS_OVER = 64, 16, 20
SURE_GAMES, SURE_OPPONENTS = 20, 4
"""Before so many games, and against fewer people, a rating is provisional."""

ANCHOR_WEIGHT = 0.5
"""A game against a bot changes half as much: its strength never changes, so it could be farmed."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One seat of a rated game, as it was before.

    Attributes:
        rating: thousandths of a point.
        games: rated games in the pool so far.
        place: in the finishing order, 1 is first, equals share.
        has_left: resigned or out of time; whoever left shares the last place.
        is_anchor: a bot, whose rating stays.
    """

    rating: int
    games: int
    place: int
    has_left: bool = False
    is_anchor: bool = False


def k_factor(games: int) -> float:
    """Return how much a game counts for somebody with so many rated games before it."""
    return max(float(K_LAST), K_FIRST / (1 + games / K_SLOWS_OVER))


def expected(own: int, other: int) -> float:
    """Return the share of points that somebody is expected to take from another, 0 to 1."""
    return 1 / (1 + 10 ** ((other - own) / WIDTH))


def changes(entrants: Sequence[Entrant]) -> list[int]:
    """Return the change of each entrant's rating in thousandths, all from the ratings before.

    A game of n counts as n - 1 games against each of the others, each with the weight 1 / (n - 1).
    """
    return [_change(seat, entrants) for seat in range(len(entrants))]


def is_provisional(games: int, opponents: int) -> bool:
    """Return whether a rating of so many games against so many people is still a guess."""
    return games < SURE_GAMES or opponents < SURE_OPPONENTS


def _change(seat: int, entrants: Sequence[Entrant]) -> int:
    own = entrants[seat]
    if own.is_anchor:
        return 0
    total = 0.0
    for number, other in enumerate(entrants):
        if number != seat:
            weight = ANCHOR_WEIGHT if other.is_anchor else 1.0
            total += weight * (_score(own, other) - expected(own.rating, other.rating))
    return round(SCALE * k_factor(own.games) * total / (len(entrants) - 1))


def _score(own: Entrant, other: Entrant) -> float:
    """Return 1 for somebody who finished before the other, 0 behind him, a half beside him."""
    mine, theirs = _rank(own), _rank(other)
    return 1.0 if mine < theirs else 0.0 if mine > theirs else 0.5


def _rank(entrant: Entrant) -> tuple[bool, int]:
    return entrant.has_left, 0 if entrant.has_left else entrant.place
