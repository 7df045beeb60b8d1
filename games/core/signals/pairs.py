"""Two accounts that meet often, and two of which always the same wins.

Innocent readings: friends who play each other; a parent and a child.
"""

from collections.abc import Sequence
from math import comb
from typing import Final

MEETINGS_MIN: Final = 20
"""Rated games of a pair within the window. Pairing repeats nobody within a week and gives four."""

MEETINGS_SHARE: Final = 0.5
"""They are at least this part of all rated games of one of the two."""

DECIDED_MIN: Final = 10
"""Fewer decided games say nothing: seven in a row happen to any of a hundred equal pairs."""

WON_SHARE: Final = 0.9
CHANCE_MAX: Final = 1e-4
"""An honest pair that is looked at after every game of a month must stay clear of it."""


def is_often(meetings: int, first_games: int, second_games: int) -> bool:
    """Return whether two accounts play each other more than pairing explains.

    Args:
        meetings: their rated games with each other.
        first_games, second_games: all rated games of each, in the same time.
    """
    fewer = min(first_games, second_games)
    return meetings >= MEETINGS_MIN and meetings >= MEETINGS_SHARE * fewer


def chance_of(won: int, decided: int, expected: float) -> float:
    """Return the probability of so many wins or more, each with the expected share, 0 to 1."""
    return sum(
        comb(decided, wins) * expected**wins * (1 - expected) ** (decided - wins)
        for wins in range(won, decided + 1)
    )


def is_one_sided(won: int, decided: int, expected: float) -> bool:
    """Return whether one of two wins more often than their ratings before all that explain.

    Args:
        won: games that the more successful of the two has won.
        decided: their games without the drawn ones.
        expected: his share by the ratings before the first of these games; a series must not
            explain itself.
    """
    if decided < DECIDED_MIN or won < WON_SHARE * decided:
        return False
    return chance_of(won, decided, expected) <= CHANCE_MAX


def winner_of(scores: Sequence[float]) -> tuple[int, int, bool]:
    """Return how often the more successful won, of how many decided games, and if it is the first.

    Args:
        scores: of the first account: 1 won, 0 lost, a half drawn.
    """
    decided = [score for score in scores if score != 0.5]
    won = sum(score == 1 for score in decided)
    is_first = 2 * won >= len(decided)
    return (won if is_first else len(decided) - won), len(decided), is_first
