"""What ratings were: thirty and ninety days ago, and all the way."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Max, Min, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from games.core.elo import SCALE, START
from games.core.pool import POOLS, Pool
from games.models import Rating, RatingChange
from games.selectors.prepared import Prepared
from games.selectors.ratings import pool_label, pool_name, rating_view, value_in

SPARK_STEP = timedelta(days=10)
SPARK_STEPS = 9
"""A small curve shows ninety days in so many steps, and now."""

MONTH_STEPS = 3
"""Thirty days, in steps of the small curve."""

SPANS = {"month": timedelta(days=30), "year": timedelta(days=365), "all": None}
POINTS_MAX = 200
LOT = 26
"""Trends are looked up for so many at once: a page of a ladder, and one's own row."""


def trends(ratings: Sequence[Rating], now: datetime) -> dict[int, dict[str, Any]]:
    """Return by rating how it went; one query for each `LOT`.

    ``change`` over thirty days in whole points, and ``spark``, points over ninety days. Whoever
    began later began with 1500.
    """
    pks = [rating.pk for rating in ratings]
    past: dict[int, list[int | None]] = {}
    for begin in range(0, len(pks), LOT):
        lot = pks[begin : begin + LOT]
        rows = _PAST.rows([*lot, *[0] * (LOT - len(lot))], _moments(now))
        past |= {pk: values for pk, *values in rows}
    return {rating.pk: _trend(rating.value, past[rating.pk]) for rating in ratings}


def rating_rows(user_id: int, now: datetime) -> list[dict[str, Any]]:
    """Return a user's rating in each pool in which he has played, with its trend; one query.

    ``key``, ``name`` and ``label`` of the pool, what `rating_view` gives, and what `trends` does.
    """
    rows = {key: facts for key, *facts in _OWN.rows([user_id], _moments(now))}
    return [
        {"key": pool.key, "name": pool_name(pool), "label": pool_label(pool)}
        | rating_view(value, games, opponents)
        | _trend(value, past)
        for pool in POOLS
        if pool.key in rows
        for value, games, opponents, *past in [rows[pool.key]]
    ]


def _moments(now: datetime) -> list[datetime]:
    return [now - step * SPARK_STEP for step in range(SPARK_STEPS, 0, -1)]


def _steps(moments: Sequence[datetime]) -> list[Subquery]:
    """Return what a rating was at each moment, as parts of a query of ratings."""
    rows = RatingChange.objects.current("after")
    own = rows.filter(user_id=OuterRef("user_id"), pool=OuterRef("pool"))
    newest = own.order_by("-created_at", "-id").values("after")
    return [Subquery(newest.filter(created_at__lte=moment)[:1]) for moment in moments]


def _past(
    pks: Sequence[int], moments: Sequence[datetime], _texts: Sequence[str]
) -> QuerySet[Rating, Any]:
    return Rating.objects.filter(pk__in=pks).values_list("pk", *_steps(moments))


def _own(
    user_ids: Sequence[int], moments: Sequence[datetime], _texts: Sequence[str]
) -> QuerySet[Rating, Any]:
    own = Rating.objects.filter(user_id__in=user_ids, games__gt=0)
    return own.values_list("pool", "value", "games", "opponents", *_steps(moments))


_PAST = Prepared(_past, numbers=LOT, moments=SPARK_STEPS)
_OWN = Prepared(_own, numbers=1, moments=SPARK_STEPS)


def _trend(value: int, past: Sequence[int | None]) -> dict[str, Any]:
    then = past[-MONTH_STEPS]
    known = [one for one in past if one is not None]
    began = [START] if len(known) < len(past) else []
    return {
        "change": round(value / SCALE) - round((START if then is None else then) / SCALE),
        "spark": [one / SCALE for one in (*began, *known, value)],
    }


def curve_choice(
    user_id: int, ratings: Sequence[dict[str, Any]], pool_key: str, span: str, now: datetime
) -> dict[str, Any] | None:
    """Return how somebody's rating went in the pool and over the time that are asked for.

    What is not known is as if not asked: the pool in which he played most, and a year. Besides what
    `rating_curve` gives: ``pool`` and its ``label``, ``span`` and all ``spans`` with their labels.
    None for somebody who has no rating.

    Args:
        ratings: his, from `rating_rows`.
    """
    if not ratings:
        return None
    by_key = {rating["key"]: rating for rating in ratings}
    most = max(ratings, key=lambda rating: rating["games"])
    chosen = by_key.get(pool_key, most)
    span = span if span in SPANS else "year"
    pool = next(pool for pool in POOLS if pool.key == chosen["key"])
    labels = {"month": _("30 d"), "year": _("1 year"), "all": _("All")}
    return {
        "pool": pool.key,
        "label": chosen["label"],
        "span": span,
        "spans": [{"key": name, "label": labels[name]} for name in SPANS],
        **rating_curve(user_id, pool, span, now),
    }


def rating_curve(user_id: int, pool: Pool, span: str, now: datetime) -> dict[str, Any]:
    """Return how the rating of somebody who has one went.

    ``points``: pairs of moment and whole points, oldest first, at most `POINTS_MAX` and the two
    ends. ``since`` and ``until``: what the curve shows.

    Args:
        span: a key of `SPANS`.
    """
    value = value_in(pool, user_id)
    length = SPANS[span]
    found = _thinned(user_id, pool.key, None if length is None else now - length)
    since = now - length if length is not None else found[0].created_at if found else now
    first = found[0].before if found else value
    points = [(since, first), *((row.created_at, row.after) for row in found), (now, value)]
    return {
        "since": since,
        "until": now,
        "points": [(moment, round(rating / SCALE)) for moment, rating in points],
    }


def _thinned(user_id: int, pool: str, since: datetime | None) -> list[RatingChange]:
    """Return every n-th row of somebody's ledger by its number among his games, the newest too."""
    rows = RatingChange.objects.filter(user_id=user_id, pool=pool)
    if since is not None:
        rows = rows.filter(created_at__gt=since)
    ends = rows.order_by().aggregate(first=Min("games"), last=Max("games"))
    if ends["first"] is None:
        return []
    step = max(1, math.ceil((ends["last"] - ends["first"] + 1) / POINTS_MAX))
    kept = rows.alias(rest=F("games") % step).filter(rest=ends["last"] % step).order_by("-id")
    kept_ids = list(kept.values_list("pk", flat=True)[:POINTS_MAX])
    return list(RatingChange.objects.current().filter(pk__in=kept_ids).order_by("created_at", "id"))
