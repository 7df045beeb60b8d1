"""Seasons of a ladder: the one that runs, and the tables of those that are over."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.core.ladder import Season
from games.core.pool import Pool
from games.models import FrozenLadder, FrozenPlace
from games.selectors.ratings import rating_view

PAGE = 25
SEASONS_SHOWN = 20


def season_name(season: Season) -> str:
    """Return what people call a season, as in "October to December 2026"."""
    return {
        1: _("January to March %(year)s"),
        2: _("April to June %(year)s"),
        3: _("July to September %(year)s"),
        4: _("October to December %(year)s"),
    }[season.quarter] % {"year": season.year}


def past_seasons(pool: Pool) -> list[dict[str, str]]:
    """Return ``key`` and ``name`` of the seasons whose tables are frozen, the newest first."""
    keys = _frozen(pool).order_by("-at").values_list("key", flat=True)[:SEASONS_SHOWN]
    return [{"key": key, "name": season_name(_season(key))} for key in keys]


def season_page(
    pool: Pool, key: str, viewer_id: int | None, *, after: int = 0, ahead: int = 0
) -> dict[str, Any] | None:
    """Return a page of a frozen table, or None if there is no such season.

    ``name`` of the season; ``rows`` with ``rank``, ``user_id``, ``name``, ``is_you``, ``rating``
    and ``games``; ``own``, the viewer's row if he is in the table and on another page; ``higher``
    and ``lower``: the ranks that the neighbouring pages border on, 0 where there is none.

    Args:
        after: the page begins behind this rank.
        ahead: the page ends before it.
    """
    ladder = _frozen(pool).filter(key=key).first()
    if ladder is None:
        return None
    start = max(0, ahead - 1 - PAGE) if ahead else after
    all_places = FrozenPlace.objects.filter(ladder=ladder).select_related("user")
    places = list(all_places.filter(rank__gt=start).order_by("rank")[: PAGE + 1])
    shown, has_more = places[:PAGE], len(places) > PAGE
    own = None
    if viewer_id is not None and all(place.user_id != viewer_id for place in shown):
        own = all_places.filter(user_id=viewer_id).first()
    return {
        "key": key,
        "name": season_name(_season(key)),
        "rows": [_row(place, viewer_id) for place in shown],
        "own": None if own is None else _row(own, viewer_id),
        "higher": start + 1 if start and shown else 0,
        "lower": start + PAGE if has_more else 0,
    }


def _frozen(pool: Pool) -> QuerySet[FrozenLadder]:
    return FrozenLadder.objects.filter(
        pool=pool.key, kind=FrozenLadder.Kind.SEASON, frozen_at__isnull=False
    )


def _season(key: str) -> Season:
    year, quarter = key.split("-q")
    return Season(int(year), int(quarter))


def _row(place: FrozenPlace, viewer_id: int | None) -> dict[str, Any]:
    return {
        "rank": place.rank,
        "user_id": place.user_id,
        "name": place.user.get_username(),
        "is_you": place.user_id == viewer_id,
        "rating": rating_view(place.value, place.games, place.games)["text"],
        "games": place.games,
    }
