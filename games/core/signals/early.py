"""Rated games given away in the first turns.

Innocent readings: somebody is called away, or has lost his temper.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

MOVES_MAX: Final = 3
"""Who leaves after so few moves of his own was not beaten: 30 tiles and more are in the bag."""

LOSSES_MIN: Final = 4
"""Three can be a bad day."""

OF_GAMES: Final = 20
"""Of so many newest games. One early loss in fifty makes four of them once in 1,700 looks."""

ABSENCE: Final = timedelta(days=1)
"""Games lost on time so soon after each other are one absence, and count once."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """A rated game that somebody left.

    Attributes:
        game: primary key.
        moves: made by himself before he left.
        is_flagged: out of time, not resigned.
    """

    game: int
    moves: int
    is_flagged: bool
    at: datetime


def early_losses(leavings: Sequence[Leaving]) -> list[int]:
    """Return the games that were given away in the first turns, the oldest first.

    Args:
        leavings: among the newest `OF_GAMES` rated games of one account.
    """
    games, counted_at = [], None
    for one in sorted(leavings, key=lambda one: (one.at, one.game)):
        if one.moves > MOVES_MAX:
            continue
        if one.is_flagged:
            if counted_at is not None and one.at - counted_at <= ABSENCE:
                continue
            counted_at = one.at
        games.append(one.game)
    return games


def is_suspicious(games: Sequence[int]) -> bool:
    """Return whether so many games were given away that a moderator should look."""
    return len(games) >= LOSSES_MIN
