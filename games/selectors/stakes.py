"""What is at stake in an offer, as one user sees it."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import verified_address
from games.core.elo import SCALE, START
from games.core.pool import pool_of
from games.models import Challenge, Rating
from games.selectors.conduct import conduct_bars
from games.selectors.ratings import FAR, range_of, rating_view

CASUAL: dict[str, Any] = {
    "is_rated": False,
    "host_rating": "",
    "range": "",
    "bar": "",
    "is_far": False,
}


def stakes_of(challenges: Iterable[Challenge], user: User | None) -> dict[int, dict[str, Any]]:
    """Return by offer what is at stake; two queries when one is rated, one for a minimum.

    Returns:
        ``is_rated``; ``host_rating`` as a text, now; ``range`` as "1400 to 1600" or nothing;
        ``bar``, why this user may not join, or nothing; ``is_far``, whether to ask him once more;
        ``min_conduct``, in per cent, or None.
    """
    offers = list(challenges)
    found, bars = _ratings_of(offers, user), conduct_bars(offers, user)
    for offer in offers:
        stakes = found[offer.pk]
        asked = None if offer.kind == Challenge.Kind.DIRECT else offer.min_conduct
        bar = stakes["bar"] or bars.get(offer.pk, "")
        found[offer.pk] = stakes | {"min_conduct": asked, "bar": bar}
    return found


def _ratings_of(offers: list[Challenge], user: User | None) -> dict[int, dict[str, Any]]:
    rated = [offer for offer in offers if offer.is_rated]
    if not rated:
        return {offer.pk: CASUAL for offer in offers}
    people = {offer.host_id for offer in rated} | ({user.pk} if user is not None else set())
    rows = {(row.user_id, row.pool): row for row in Rating.objects.filter(user_id__in=people)}
    has_address = user is not None and bool(verified_address(user))
    found = {}
    for offer in offers:
        pool = pool_of(offer.ruleset_key, offer.seat_count).key
        host = rows.get((offer.host_id, pool))
        own = rows.get((user.pk, pool)) if user is not None else None
        value = START if own is None else own.value
        found[offer.pk] = _stakes(offer, host, value, has_address) if offer.is_rated else CASUAL
    return found


def _stakes(offer: Challenge, host: Rating | None, value: int, has_address: bool) -> dict[str, Any]:
    shown = (
        rating_view(START, 0, 0)
        if host is None
        else rating_view(host.value, host.games, host.opponents)
    )
    allowed = range_of(offer)
    ends = None if allowed is None else [round(end / SCALE) for end in allowed]
    bar = ""
    if not has_address:
        bar = _("Confirm your email address to play rated")
    elif allowed is not None and not allowed[0] <= value <= allowed[1]:
        bar = _("Your rating here is %(points)d") % {"points": round(value / SCALE)}
    distance = abs(value - (START if host is None else host.value))
    return {
        "is_rated": True,
        "host_rating": shown["text"],
        "range": ""
        if ends is None
        else _("%(low)d to %(high)d") % {"low": ends[0], "high": ends[1]},
        "bar": bar,
        "is_far": distance > FAR * SCALE,
    }
