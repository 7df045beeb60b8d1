"""The ladders: who stands where, pool by pool."""

from typing import Any

from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.models.user import MAX_NAME
from games.core.ladder import season_at
from games.core.pace import DAILY, STEADY
from games.core.pool import DUEL, POOLS, Pool
from games.forms.ladder import QueueForm
from games.selectors.follows import followed_ids
from games.selectors.ladder import (
    find_pool,
    ladder_page,
    missing_of,
    pool_choices,
    spot_beside,
)
from games.selectors.ladder_challenges import near_view
from games.selectors.ladder_play import play_view, waiting_view
from games.selectors.ladder_queue import rulesets_of
from games.selectors.profile import find_player
from games.selectors.ranks import Spot
from games.selectors.seasons import past_seasons, season_name, season_page

DIGITS_MAX = 12


@require_safe
@cache_control(private=True, no_store=True)
def ladder(request: HttpRequest, pool_key: str = POOLS[0].key) -> HttpResponse:
    """Show a page of a pool's ladder: the first, one that borders on a spot, or somebody's."""
    return ladder_page_of(request, _pool(pool_key))


def ladder_page_of(
    request: HttpRequest, pool: Pool, *, form: QueueForm | None = None, status: int = 200
) -> HttpResponse:
    """Return the page that the address asks for; to htmx only a part of one's own play.

    The page leaves out one's play, which takes as long as the ladder itself: its script asks for
    it, ``folds`` and ``near`` apart, and without script the address with ``whole`` does.

    Args:
        form: of the queue, with what to mend.
    """
    now, user = timezone.now(), request.user
    if isinstance(user, User) and getattr(request, "htmx", False):
        return _part(request, user, pool)
    sought = _sought(request, pool)
    after = sought.get("after") or _spot(request, "after")
    ahead = None if sought else _spot(request, "before")
    season = season_at(now)
    # With somebody who is looked for the whole ladder is meant.
    viewer_id, among = request.user.pk, None
    if viewer_id is not None and not sought and request.GET.get("who") == "follow":
        among = {*followed_ids(viewer_id), viewer_id}
    page = ladder_page(pool, viewer_id, after=after, ahead=ahead, among=among, now=now)
    context: dict[str, Any] = {
        "pool": pool,
        "pools": pool_choices(),
        "page": page,
        "is_followed": among is not None,
        "sought": sought,
        "season": {"name": season_name(season), "ends_at": season.ends_at},
        "seasons": past_seasons(pool),
    }
    if isinstance(user, User):
        if form is not None or "whole" in request.GET:
            context |= _own_play(user, pool, form)
        if not page["is_listed"]:
            context["missing"] = missing_of(pool, user.pk, now)
    return render(request, "games/ladder.html", context, status=status)


def to_own_play(pool: Pool) -> HttpResponse:
    """Lead back to one's play on a ladder, with all of it, also where there is no script."""
    return redirect(f"{reverse('ladder', args=[pool.key])}?whole=1#play")


@require_safe
@cache_control(private=True, no_store=True)
def season(request: HttpRequest, pool_key: str, key: str) -> HttpResponse:
    """Show a page of the table of a season that is over."""
    pool = _pool(pool_key)
    page = season_page(
        pool, key, request.user.pk, after=_rank(request, "after"), ahead=_rank(request, "before")
    )
    if page is None:
        raise Http404
    context = {"pool": pool, "pools": pool_choices(), "page": page, "seasons": past_seasons(pool)}
    return render(request, "games/season.html", context)


def _part(request: HttpRequest, user: User, pool: Pool) -> HttpResponse:
    now = timezone.now()
    part: dict[str, Any] = {"pool": pool}
    if "near" in request.GET and pool.size == DUEL:
        return render(
            request, "games/_ladder_near.html", part | {"near": near_view(user, pool, now)}
        )
    if "folds" in request.GET:
        play = waiting_view(user, pool, now)
        return render(request, "games/_ladder_folds.html", part | _folds(pool, play))
    return render(request, "games/_ladder_state.html", part | {"play": play_view(user, pool, now)})


def _own_play(user: User, pool: Pool, form: QueueForm | None) -> dict[str, Any]:
    """Return all that somebody is shown of his play on a ladder."""
    now = timezone.now()
    near = near_view(user, pool, now) if pool.size == DUEL else None
    return _folds(pool, play_view(user, pool, now), form) | {"near": near}


def _folds(pool: Pool, play: dict[str, Any], form: QueueForm | None = None) -> dict[str, Any]:
    """Return the form of the queue with what somebody chose last, and whether he can challenge."""
    row = play["queue"]["row"]
    usual = {"rulesets": rulesets_of(pool), "paces": [DAILY.key, STEADY.key], "games_most": 2}
    chosen = usual if row is None else model_to_dict(row, [*usual])
    return {
        "play": play,
        "form": form or QueueForm(pool, initial=chosen),
        "has_challenges": pool.size == DUEL,
    }


def _pool(key: str) -> Pool:
    pool = find_pool(key)
    if pool is None:
        raise Http404
    return pool


def _sought(request: HttpRequest, pool: Pool) -> dict[str, Any]:
    """Return whom the form looks for: ``name``, ``user_id`` if there is one, ``after`` if listed.

    Empty when nobody is looked for.
    """
    name = request.GET.get("player", "").strip()
    if not name:
        return {}
    # Longer than any name: cut, so that the page does not repeat a novel.
    person = find_player(name) if len(name) <= MAX_NAME else None
    if person is None or person.is_bot:
        return {"name": name[:MAX_NAME]}
    is_listed, after = spot_beside(pool, person.pk, timezone.now())
    return {
        "name": person.get_username(),
        "user_id": person.pk,
        "is_listed": is_listed,
        "after": after,
    }


def _spot(request: HttpRequest, name: str) -> Spot | None:
    """Read a spot from the address, as in "1623120.57"; anything else is the first page."""
    value, dot, user_id = request.GET.get(name, "").partition(".")
    is_spot = dot and _is_number(value) and _is_number(user_id)
    return Spot(int(value), int(user_id)) if is_spot else None


def _rank(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if _is_number(text) else 0


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX
