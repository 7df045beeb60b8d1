"""How well somebody keeps his games: one figure that faults lower and clean games heal. Pure.

Figures are whole hundredths of a per cent, so that they come out alike everywhere. Formula version
1 is published on the page of `games/views/conduct.py`; docs/decisions/0028 has the reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

FORMULA_VERSION: Final = 1

SCALE: Final = 100
"""Hundredths in a per cent."""

WHOLE: Final = 100 * SCALE
"""The best figure, with which everybody begins."""

HEAL: Final = 20
"""A clean game makes up this part of what is missing: one twentieth."""

GAMES_MIN: Final = 5
"""With fewer games than this somebody is new, and no figure is shown."""

MOVES_MIN: Final = 5
"""Who resigns between two before so many moves of his own has quit; so many make a game clean."""

ABSENCE: Final = timedelta(days=1)
"""All time-outs so soon after one that counted are the same absence."""

MINIMA: Final = (75, 90, 95)
"""Per cents for which an offer may ask."""


class Outcome(StrEnum):
    """What one game says about one of its players."""

    CLEAN = "clean"
    TIME_OUT = "time_out"
    NO_SHOW = "no_show"
    QUIT = "quit"


FAULTS: Final = {Outcome.TIME_OUT: 10, Outcome.NO_SHOW: 10, Outcome.QUIT: 20}
"""Which part of the figure a fault costs: one tenth, or one twentieth."""

OF_ABSENCE: Final = frozenset((Outcome.TIME_OUT, Outcome.NO_SHOW))
"""Faults of which one absence makes many at once, in all games that wait."""


@dataclass(frozen=True, slots=True)
class Stay:
    """How one player came out of a game that has ended.

    Attributes:
        moves: made by himself, a resignation not counted.
        left: ``resign`` or ``flag`` if he left the game, else nothing.
        bag_count: tiles in the bag when he left.
        is_no_show: he made no first move in time, and the game was called off.
    """

    moves: int
    left: str = ""
    bag_count: int = 0
    is_no_show: bool = False


def outcome_of(stay: Stay, seats: int) -> Outcome | None:
    """Return what a game says about a player; None for too little of a game to say anything.

    Between two a resignation ends a game that is lost, which is polite: only an early one is a
    fault. At a table of three or four it spoils the game of the others until the bag is empty.
    """
    if stay.is_no_show:
        return Outcome.NO_SHOW
    if stay.left == "flag":
        return Outcome.TIME_OUT
    if stay.left and (stay.bag_count > 0 if seats > 2 else stay.moves < MOVES_MIN):
        return Outcome.QUIT
    return Outcome.CLEAN if stay.moves >= MOVES_MIN else None


def after(score: int, outcome: Outcome) -> int:
    """Return the figure after a game, in hundredths of a per cent, 0 to `WHOLE`.

    Rounded so that nobody stays short of the whole for ever.
    """
    if outcome == Outcome.CLEAN:
        return score + -(-(WHOLE - score) // HEAL)
    return score - -(-score // FAULTS[outcome])


def figure(outcomes: Sequence[Outcome]) -> int:
    """Return the figure of somebody whose games counted like this, the oldest first."""
    score = WHOLE
    for outcome in outcomes:
        score = after(score, outcome)
    return score


def is_same_absence(at: datetime, counted_at: datetime | None, seen_at: datetime | None) -> bool:
    """Return whether a time-out belongs to an absence that has been counted.

    It does within a day of the counted one, and for as long as the player has not been back.

    Args:
        counted_at: when the last time-out that counted happened.
        seen_at: when the player was last on the site; None if that is not known.
    """
    if counted_at is None:
        return False
    return abs(at - counted_at) <= ABSENCE or (seen_at is not None and seen_at <= counted_at)


def per_cent(score: int) -> int:
    """Return a figure as it is shown and compared: whole per cents, rounded down."""
    return score // SCALE
