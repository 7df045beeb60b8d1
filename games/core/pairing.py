"""Who meets whom on a ladder. Pure: the same people and times always give the same games.

Whoever has waited longest chooses first, and gets the nearest in rating of those whom he may meet.
How far away somebody may be grows with the time that both have waited.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from games.core.elo import SCALE
from games.core.pace import DAILY, LIVE, RELAXED, STEADY, WEEKEND
from games.core.pool import DUEL

MINUTE = timedelta(minutes=1)

PACES = (LIVE.key, DAILY.key, STEADY.key, WEEKEND.key, RELAXED.key)
"""What ladder games may be played at, in the order in which they are preferred: fast ones first."""

FIRST_WINDOW, WIDEST_WINDOW, WIDENS_BY = 100 * SCALE, 600 * SCALE, 10 * SCALE
"""How far away an opponent may be at first and at most, and how much that grows in a minute."""

THREE_AFTER = timedelta(minutes=15)
"""Whoever has waited so long for a table of four takes one of three."""

REPEAT_WITHIN = timedelta(days=7)
"""Two who have met on this ladder so recently meet again only if nobody else is there."""

REPEAT_AFTER = timedelta(hours=1)
"""So long both have to wait before that; by then their windows are at their widest."""


class Term(NamedTuple):
    """What to play and how fast; both are keys."""

    ruleset: str
    pace: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who can be paired now.

    Attributes:
        rating: thousandths of a point.
        terms: all that he would play.
        apart: users whom he must not meet: a block stands between them, or they play already.
        met: users whom he has met within `REPEAT_WITHIN`.
    """

    user_id: int
    rating: int
    waited: timedelta
    terms: frozenset[Term]
    apart: frozenset[int] = frozenset()
    met: frozenset[int] = frozenset()


class Meeting(NamedTuple):
    """A game that is to start: two people, or three or four at a table of many."""

    user_ids: tuple[int, ...]
    term: Term


def window(waited: timedelta) -> int:
    """Return how far away, in thousandths, somebody may be for who has waited so long."""
    return min(WIDEST_WINDOW, FIRST_WINDOW + WIDENS_BY * (waited // MINUTE))


def may_meet(one: Entrant, other: Entrant) -> bool:
    """Return whether two may sit at one table, as far as rating, wishes and blocks go.

    Their distance is held against the mean of their windows: whoever has waited long is not kept
    waiting by somebody who has just come, and does not decide alone either.
    """
    return (
        one.user_id not in other.apart
        and other.user_id not in one.apart
        and not one.terms.isdisjoint(other.terms)
        and 2 * _distance(one, other) <= window(one.waited) + window(other.waited)
    )


def may_all_meet(entrants: Sequence[Entrant], term: Term) -> bool:
    """Return whether these may sit at one table and play this."""
    return all(
        term in one.terms and all(one is other or may_meet(one, other) for other in entrants)
        for one in entrants
    )


def meet(entrants: Iterable[Entrant], size: str) -> list[Meeting]:
    """Return the games to start now; nobody is in two of them.

    Args:
        size: of the pool, ``duel`` or ``table``.
    """
    queue = sorted(entrants, key=lambda entrant: (-entrant.waited, entrant.user_id))
    lonely = _lonely(queue, size)
    free = {entrant.user_id: entrant for entrant in queue}
    meetings = []
    for oldest in queue:
        if oldest.user_id not in free:
            continue
        meeting = _meeting_of(oldest, free, lonely, size)
        if meeting is not None:
            meetings.append(meeting)
            for user_id in meeting.user_ids:
                del free[user_id]
    return meetings


def _meeting_of(
    oldest: Entrant, free: Mapping[int, Entrant], lonely: frozenset[int], size: str
) -> Meeting | None:
    """Return the best game for somebody: as many seats as may be, then the nearest people."""
    near = [other for other in free.values() if _fit(oldest, other, lonely)]
    near.sort(key=lambda other: (_distance(oldest, other), -other.waited, other.user_id))
    best: list[Entrant] = []
    chosen: Term | None = None
    for term in sorted(oldest.terms, key=_preference):
        like_minded = [other for other in near if term in other.terms]
        company = _company(oldest, like_minded, lonely, size)
        if company and _worth(oldest, company) > _worth(oldest, best):
            best, chosen = company, term
    if chosen is None:
        return None
    return Meeting((oldest.user_id, *(other.user_id for other in best)), chosen)


def _company(
    oldest: Entrant, near: Sequence[Entrant], lonely: frozenset[int], size: str
) -> list[Entrant]:
    """Return with whom somebody sits down; nobody if there are too few."""
    if size == DUEL:
        return list(near[:1])
    is_patient = oldest.waited >= THREE_AFTER
    seats = _seats(1 + len(near), is_patient=is_patient)
    company: list[Entrant] = []
    for other in near:
        if len(company) < seats - 1 and all(_fit(other, seated, lonely) for seated in company):
            company.append(other)
    least = 2 if is_patient else 3
    return company if len(company) >= least else []


def _seats(count: int, *, is_patient: bool) -> int:
    """Return for how many a table is laid when so many are there, so that hardly one is left."""
    return 3 if is_patient and count in {3, 6, 9} else 4


def _worth(oldest: Entrant, company: Sequence[Entrant]) -> tuple[int, int]:
    return len(company), -max((_distance(oldest, other) for other in company), default=0)


def _preference(term: Term) -> tuple[int, str]:
    return PACES.index(term.pace), term.ruleset


def _fit(one: Entrant, other: Entrant, lonely: frozenset[int]) -> bool:
    """Return whether two may meet now; those who met lately only if both have nobody else."""
    if one is other or not may_meet(one, other):
        return False
    has_met = other.user_id in one.met or one.user_id in other.met
    return not has_met or {one.user_id, other.user_id} <= lonely


def _lonely(queue: Sequence[Entrant], size: str) -> frozenset[int]:
    """Return those who have waited long and find too few for a game whom they have not met lately.

    Everybody counts whom their window will ever reach.
    """
    needed = 1 if size == DUEL else 2
    patient = [entrant for entrant in queue if entrant.met and entrant.waited >= REPEAT_AFTER]
    return frozenset(
        entrant.user_id
        for entrant in patient
        if sum(_is_fresh(entrant, other) for other in queue) < needed
    )


def _is_fresh(one: Entrant, other: Entrant) -> bool:
    return (
        one is not other
        and other.user_id not in one.met | one.apart
        and one.user_id not in other.met | other.apart
        and not one.terms.isdisjoint(other.terms)
        and _distance(one, other) <= WIDEST_WINDOW
    )


def _distance(one: Entrant, other: Entrant) -> int:
    return abs(one.rating - other.rating)
