"""Who is listed on a ladder, who of them is ranked, and how high."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Q, QuerySet

from games.core.elo import SURE_GAMES
from games.core.ladder import LISTED_FOR, LISTED_GAMES, LISTED_OPPONENTS, RANK_STEP
from games.models import LadderHistogram, Rating
from games.selectors.numbers import number_of

EXACT_TO = 1_000
"""Down to this rank the players before somebody are counted, so that a small ladder is exact at
once; further down the histogram tells, which is a minute old at most."""


class Spot(NamedTuple):
    """A place in the order of a ladder: by rating, and by user where two are equal.

    Attributes:
        value: thousandths of a point.
    """

    value: int
    user_id: int


def in_order(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """Return ratings as a ladder shows them, the highest first."""
    return ratings.order_by("-value", "user_id")


def listed(pool: str, now: datetime) -> QuerySet[Rating]:
    """Return the ratings on a pool's ladder, those that are still a guess too."""
    return Rating.objects.filter(
        pool=pool,
        games__gte=LISTED_GAMES,
        opponents__gte=LISTED_OPPONENTS,
        last_game_at__gt=now - LISTED_FOR,
        user__is_active=True,
    )


def ranked(pool: str, now: datetime) -> QuerySet[Rating]:
    """Return the ratings that have a rank: listed, and sure."""
    return listed(pool, now).filter(games__gte=SURE_GAMES)


def before(ratings: QuerySet[Rating], spot: Spot) -> QuerySet[Rating]:
    """Return the ratings above a spot."""
    # The first condition is what an index can begin at.
    return ratings.filter(
        Q(value__gte=spot.value) & (Q(value__gt=spot.value) | Q(user_id__lt=spot.user_id))
    )


def behind(ratings: QuerySet[Rating], spot: Spot) -> QuerySet[Rating]:
    """Return the ratings below a spot."""
    return ratings.filter(
        Q(value__lte=spot.value) & (Q(value__lt=spot.value) | Q(user_id__gt=spot.user_id))
    )


def histogram_of(pool: str) -> LadderHistogram | None:
    """Return how many ranked players of a pool stand at which step, a minute old at most."""
    return LadderHistogram.objects.filter(pool=pool).first()


def rank_at(pool: str, spot: Spot, now: datetime, histogram: LadderHistogram | None) -> int:
    """Return the rank of whoever stands at a spot, 1 for the highest.

    Counts, at most, the players within the same step; or all above, if hardly more than
    `EXACT_TO` are.
    """
    above = before(ranked(pool, now), spot)
    step = spot.value // RANK_STEP
    far = _counted_above(histogram, step)
    if far > EXACT_TO:
        return 1 + far + above.filter(value__lt=(step + 1) * RANK_STEP).count()
    return 1 + above.count()


def ranks_of(pool: str, ratings: Sequence[Rating], now: datetime) -> dict[int, int]:
    """Return by rating the rank of each of these, wherever they stand; three queries at most.

    As `rank_at` does for one.
    """
    histogram = histogram_of(pool)
    far = {row.pk: _counted_above(histogram, row.value // RANK_STEP) for row in ratings}
    is_far = {pk: number > EXACT_TO for pk, number in far.items()}
    own, user = OuterRef("value"), OuterRef("user_id")
    above = ranked(pool, now).filter(Q(value__gte=own) & (Q(value__gt=own) | Q(user_id__lt=user)))
    level = above.filter(value__lt=own - own % RANK_STEP + RANK_STEP)
    ranks: dict[int, int] = {}
    for rows, counts_far in ((above, False), (level, True)):
        chosen = [pk for pk in far if is_far[pk] == counts_far]
        found = Rating.objects.filter(pk__in=chosen).values_list("pk", number_of(rows))
        for pk, number in found if chosen else ():
            ranks[pk] = 1 + number + (far[pk] if counts_far else 0)
    return ranks


def _counted_above(histogram: LadderHistogram | None, step: int) -> int:
    return 0 if histogram is None else sum(histogram.counts[: max(0, histogram.top - step)])
