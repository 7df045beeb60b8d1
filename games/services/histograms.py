"""The histogram of each pool, from which ranks are read (docs/decisions/0024)."""

from datetime import datetime, timedelta

from django.db.models import Count, F, Max, Value
from django.db.models.expressions import CombinedExpression

from games.core.ladder import RANK_STEP
from games.core.pool import POOLS
from games.models import LadderHistogram, RatingChange
from games.selectors.ranks import ranked

AGE_MAX = timedelta(hours=1)
"""So often it is made anew without a game too: people drop out by not playing."""


def rebuild_histogram(pool: str, *, now: datetime) -> None:
    """Count how many ranked players of a pool have which rating; any number may do so at once.

    Reads one snapshot and writes one row, so the last of them wins and none leaves half a table.
    """
    newest = RatingChange.objects.filter(pool=pool).aggregate(newest=Max("id"))["newest"] or 0
    step = CombinedExpression(F("value"), "/", Value(RANK_STEP))
    found = dict(
        ranked(pool, now).annotate(step=step).values_list("step").annotate(n=Count("pk")).order_by()
    )
    top, low = max(found, default=0), min(found, default=1)
    LadderHistogram.objects.update_or_create(
        pool=pool,
        defaults={
            "top": top,
            "counts": [found.get(at, 0) for at in range(top, low - 1, -1)],
            "last_change": newest,
            "built_at": now,
        },
    )


def sweep_histograms(*, now: datetime) -> int:
    """Make those anew that miss a game or are old; return how many."""
    known = {row.pool: row for row in LadderHistogram.objects.all()}
    stale = [pool.key for pool in POOLS if _is_stale(pool.key, known.get(pool.key), now)]
    for pool in stale:
        rebuild_histogram(pool, now=now)
    return len(stale)


def _is_stale(pool: str, row: LadderHistogram | None, now: datetime) -> bool:
    if row is None or row.built_at < now - AGE_MAX:
        return True
    return RatingChange.objects.filter(pool=pool, id__gt=row.last_change).exists()
