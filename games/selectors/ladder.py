"""The pages of a ladder."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.core.elo import is_provisional
from games.core.ladder import LISTED_FOR, LISTED_GAMES, LISTED_OPPONENTS
from games.core.pool import POOLS, Pool
from games.models import Block, FrozenLadder, FrozenPlace, Rating
from games.selectors.presence import is_here
from games.selectors.ranks import (
    Spot,
    before,
    behind,
    histogram_of,
    in_order,
    listed,
    rank_at,
    ranks_of,
)
from games.selectors.rating_history import trends
from games.selectors.ratings import pool_label, rating_view

PAGE = 25
ABOVE_FOUND = 10
"""So many rows stand above somebody who was looked for."""


def find_pool(key: str) -> Pool | None:
    """Return the pool with this key."""
    return next((pool for pool in POOLS if pool.key == key), None)


def pool_choices() -> list[dict[str, str]]:
    """Return the ``key`` and the short ``label`` of every pool, in the order of the tabs."""
    return [{"key": pool.key, "label": pool_label(pool)} for pool in POOLS]


def ladder_page(
    pool: Pool,
    viewer_id: int | None,
    *,
    after: Spot | None = None,
    ahead: Spot | None = None,
    among: Collection[int] | None = None,
    now: datetime,
) -> dict[str, Any]:
    """Return one page of a ladder; the same few queries always.

    ``rows``: ``rank`` (None for a guess), ``was`` on Monday, ``moved`` since (up is positive; None
    where there is nothing to compare), ``user_id``, ``name``, ``is_you``, ``is_online``,
    ``rating`` as in "1623?", ``change`` over thirty days, ``spark``, ``games``, ``win_percent``.
    ``higher`` and ``lower``: the spots that the neighbouring pages border on, "" where there is
    none. ``own``: the viewer's row if he is listed and on another page, else None; ``is_listed``.

    Args:
        viewer_id: primary key of the user who looks; None for a visitor.
        after: the page begins behind this spot.
        ahead: the page ends before it.
        among: only these users, the viewer among them, with the ranks that they have among all;
            None for everybody.
    """
    all_rows = listed(pool.key, now)
    if among is not None:
        all_rows = all_rows.filter(user_id__in=among)
    all_rows = all_rows.annotate(is_shut=_is_shut(viewer_id))
    ratings, has_higher, has_more = _slice(all_rows, after, ahead)
    is_shown = any(rating.user_id == viewer_id for rating in ratings)
    own = None
    if viewer_id is not None and not is_shown:
        own = _with_people(all_rows).filter(user_id=viewer_id).first()
    counts_from = has_higher and among is None
    histogram = histogram_of(pool.key) if counts_from or own is not None else None
    first = rank_at(pool.key, _spot(ratings[0]), now, histogram) if counts_from else 1
    shown = [*ratings, *([own] if own else [])]
    views = _rows(shown, pool, first, viewer_id, now)
    if among is not None:
        by_rating = ranks_of(pool.key, [row for row in shown if not _is_guess(row)], now)
        for view, row in zip(views, shown, strict=True):
            view |= _ranks(by_rating.get(row.pk), view["was"])  # noqa: PLW2901  it is changed
    elif own is not None:
        rank = None if _is_guess(own) else rank_at(pool.key, _spot(own), now, histogram)
        views[-1] |= _ranks(rank, views[-1]["was"])
    return {
        "rows": views[: len(ratings)],
        "higher": spot_text(_spot(ratings[0])) if has_higher else "",
        "lower": spot_text(_spot(ratings[-1])) if has_more else "",
        "own": views[-1] if own is not None else None,
        "is_listed": is_shown or own is not None,
    }


def spot_beside(pool: Pool, user_id: int, now: datetime) -> tuple[bool, Spot | None]:
    """Return whether somebody is listed, and behind which spot a page begins that shows him.

    The spot is None where the first page does.
    """
    found = listed(pool.key, now).filter(user_id=user_id).first()
    if found is None:
        return False, None
    above = before(listed(pool.key, now), _spot(found)).order_by("value", "-user_id")
    near = list(above[: ABOVE_FOUND + 1])
    return True, _spot(near[-1]) if len(near) > ABOVE_FOUND else None


def missing_of(pool: Pool, user_id: int, now: datetime) -> dict[str, Any] | None:
    """Return why somebody is not listed: ``games`` and ``opponents`` that lack, or ``is_away``.

    ``rating`` is his, as in "1623?". None for somebody who is.
    """
    row = Rating.objects.filter(pool=pool.key, user_id=user_id).first()
    row = row or Rating(pool=pool.key, user_id=user_id)
    games = max(0, LISTED_GAMES - row.games)
    opponents = max(0, LISTED_OPPONENTS - row.opponents)
    is_away = row.last_game_at is not None and row.last_game_at <= now - LISTED_FOR
    if not games and not opponents and not is_away:
        return None
    rating = rating_view(row.value, row.games, row.opponents)["text"] if row.games else ""
    return {"games": games, "opponents": opponents, "is_away": is_away, "rating": rating}


def spot_text(spot: Spot) -> str:
    """Return a spot as it stands in an address, as in "1623120.57"."""
    return f"{spot.value}.{spot.user_id}"


def _slice(
    ratings: QuerySet[Rating], after: Spot | None, ahead: Spot | None
) -> tuple[list[Rating], bool, bool]:
    """Return the ratings of a page, and whether there are higher and lower ones."""
    rows = _with_people(ratings)
    if ahead is not None:
        found = list(before(rows, ahead).order_by("value", "-user_id")[: PAGE + 1])[::-1]
        if len(found) >= PAGE:
            return found[-PAGE:], len(found) > PAGE, True  # lower is the page that it came from
    is_behind = after is not None and ahead is None
    if after is not None and is_behind:
        rows = behind(rows, after)
    found = list(in_order(rows)[: PAGE + 1])  # the first page is a full one
    return found[:PAGE], is_behind and bool(found), len(found) > PAGE


def _with_people(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    return ratings.select_related("user__presence", "user__privacy")


def _is_shut(viewer_id: int | None) -> Exists:
    """Return the condition on ratings of somebody who has blocked the viewer: he shows no dot."""
    return Exists(Block.objects.filter(user_id=OuterRef("user_id"), person_id=viewer_id or 0))


def _spot(rating: Rating) -> Spot:
    return Spot(rating.value, rating.user_id)


def _is_guess(rating: Rating) -> bool:
    return is_provisional(rating.games, rating.opponents)


def _monday_ranks(pool: Pool, user_ids: Sequence[int]) -> dict[int, int]:
    """Return the ranks that these users had when the week began."""
    week = FrozenLadder.objects.filter(
        pool=pool.key, kind=FrozenLadder.Kind.WEEK, frozen_at__isnull=False
    )
    newest = week.order_by("-at").values("pk")[:1]
    places = FrozenPlace.objects.filter(ladder=newest, user_id__in=user_ids, rank__isnull=False)
    return {place.user_id: place.rank or 0 for place in places}


def _rows(
    ratings: Sequence[Any], pool: Pool, first: int, viewer_id: int | None, now: datetime
) -> list[dict[str, Any]]:
    """Return the rows of a page; ranks go on from the first, and a guess has none."""
    by_rating = trends(ratings, now)
    monday = _monday_ranks(pool, [rating.user_id for rating in ratings])
    rows, rank = [], first
    for rating in ratings:
        is_guess = _is_guess(rating)
        was = monday.get(rating.user_id)
        facts = {
            "user_id": rating.user_id,
            "name": rating.user.get_username(),
            "is_you": rating.user_id == viewer_id,
            "is_online": not rating.is_shut and is_here(rating.user, now),
            "rating": rating_view(rating.value, rating.games, rating.opponents)["text"],
            "games": rating.games,
            "win_percent": round(100 * rating.wins / rating.games),
        }
        ranks = _ranks(None if is_guess else rank, was)
        rows.append({**facts, **ranks, **by_rating[rating.pk]})
        rank += not is_guess
    return rows


def _ranks(rank: int | None, was: int | None) -> dict[str, int | None]:
    moved = None if rank is None or was is None else was - rank
    return {"rank": rank, "was": was, "moved": moved}
