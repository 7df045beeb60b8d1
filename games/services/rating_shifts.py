"""Bring ratings up to a recalculation: a few people at a time, so that no game waits for all.

While a run is calculated, what it will change is written down without a lock (`stage`). Once it
counts, its pool names it as ``settling``; from then on whoever reads a rating to write the ledger
settles the people concerned first (docs/decisions/0023).
"""

from collections.abc import Collection
from typing import Any

from django.db.models import F, Max
from django.db.models.functions import Abs
from django.db.models.query import QuerySet

from games.core.replay import Standing
from games.models import Rating, RatingPool, RatingShift, Recalculation
from games.services.rating_counts import recount

AT_ONCE = 2000


def stage(
    run: Recalculation,
    standings: dict[int, Standing],
    counted_anew: Collection[int],
    users: Collection[int] | None = None,
) -> None:
    """Write down which ratings a run that does not count yet will change.

    Args:
        standings: by user, after the last row of the ledger that is done; who is missing stays.
        counted_anew: users whose opponents, wins and last game are to be counted anew.
        users: only these; None for everybody. What was written of them before is replaced.
    """
    ratings = Rating.objects.filter(pool=run.pool)
    old: QuerySet[RatingShift] = run.shifts.all()
    if users is not None:
        ratings, old = ratings.filter(user_id__in=users), old.filter(user_id__in=users)
    old.delete()
    shifts: list[RatingShift] = []
    rows = ratings.order_by("user_id").values_list("user_id", "value", "games")
    for user, value, games in rows.iterator(chunk_size=AT_ONCE):
        new, is_anew = standings.get(user), user in counted_anew
        if new is None or (new == (value, games) and not is_anew):
            continue
        shifts.append(
            RatingShift(
                run=run,
                user_id=user,
                before=value,
                after=new.rating,
                games=new.games,
                counts_anew=is_anew,
                is_settled=False,
            )
        )
        if len(shifts) == AT_ONCE:
            RatingShift.objects.bulk_create(shifts)
            shifts = []
    RatingShift.objects.bulk_create(shifts)


def size_of(run: Recalculation) -> tuple[int, int]:
    """Return how many ratings a run changes, and its largest change in thousandths of a point."""
    changed = run.shifts.exclude(after=F("before"))
    largest: dict[str, Any] = changed.aggregate(most=Max(Abs(F("after") - F("before"))))
    return changed.count(), largest["most"] or 0


def settle(pool: RatingPool, user_ids: Collection[int]) -> None:
    """Bring these people's ratings up to the run that counts, if they have not been yet.

    Lock: the caller holds the pool.
    """
    if pool.settling_id is None:
        return
    waiting = RatingShift.objects.filter(
        run_id=pool.settling_id, user_id__in=user_ids, is_settled=False
    )
    shifts = {shift.user_id: shift for shift in waiting}
    if not shifts:
        return
    ratings = list(Rating.objects.filter(pool=pool.key, user_id__in=shifts))
    for rating in ratings:
        rating.value, rating.games = shifts[rating.user_id].after, shifts[rating.user_id].games
    Rating.objects.bulk_update(ratings, ["value", "games"])
    recount(pool.key, [user for user, shift in shifts.items() if shift.counts_anew])
    RatingShift.objects.filter(pk__in=[shift.pk for shift in shifts.values()]).update(
        is_settled=True
    )
