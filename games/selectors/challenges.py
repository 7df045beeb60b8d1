"""Open offers as one user sees them in the lobby."""

from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.db.models import Case, Prefetch, Q, QuerySet, When
from django.urls import reverse

from accounts.models import User
from games.core.pool import pool_of
from games.models import Challenge, ChallengeSeat
from games.selectors.blocks import are_apart, holds_blocked
from games.selectors.conduct import conduct_of
from games.selectors.ladder_answers import answer_bars
from games.selectors.paces import pace_name, pace_text
from games.selectors.stakes import stakes_of
from games.selectors.vacations import forbids_vacation
from games.selectors.variants import variant_name, variant_notes

LIFETIME = timedelta(days=7)
"""An offer that nobody has taken for so long is withdrawn."""

LOBBY_SIZE = 50


def lobby_challenges(user: User | None, now: datetime) -> list[dict[str, Any]]:
    """Return my own offers first, then the newest; each row with its stakes (`stakes_of`)."""
    user_id = None if user is None else user.pk
    visible = Q(kind=Challenge.Kind.OPEN)
    if user_id is not None:
        visible |= Q(host_id=user_id) | Q(seats__user_id=user_id)
    mine_first = Case(When(host_id=user_id or 0, then=0), default=1)
    found = _with_seats(
        Challenge.objects.filter(visible, status=Challenge.Status.OPEN)
        .exclude(holds_blocked(user_id))
        .annotate(place=mine_first)
        .order_by("place", "-id")
        .distinct()
    )
    offers = list(found[:LOBBY_SIZE])
    stakes = stakes_of(offers, user)
    rows = [(offer, challenge_row(offer, user_id, now) | stakes[offer.pk]) for offer in offers]
    if user is not None:
        asked = [(offer, row) for offer, row in rows if offer.ladder and row["is_invited"]]
        answer_bars(user, asked, now)
    return [row for _offer, row in rows]


def last_choices(user_id: int) -> dict[str, Any]:
    """Return what this user chose for his newest offer, or nothing.

    That is ``kind``, ``seat_count``, ``pace``, ``allows_vacation``, ``is_private``,
    ``is_rated``, ``rating_range``, ``min_conduct``, ``ruleset_key`` and ``options``.
    """
    offers = Challenge.objects.filter(host_id=user_id, ladder="").exclude(kind=Challenge.Kind.BOTS)
    game = ("ruleset_key", "options", "seat_count", "pace", "allows_vacation", "is_private")
    stakes = ("is_rated", "rating_range", "min_conduct")
    return dict(offers.order_by("-id").values("kind", *game, *stakes).first() or {})


def last_bot_game(user_id: int) -> dict[str, Any]:
    """Return ``ruleset_key`` and ``options`` of the newest game against bots, or nothing."""
    offers = Challenge.objects.filter(host_id=user_id, kind=Challenge.Kind.BOTS)
    return dict(offers.order_by("-id").values("ruleset_key", "options").first() or {})


def find_invitation(token: str) -> Challenge | None:
    """Return the offer that an invitation link leads to, whatever has become of it."""
    found = Challenge.objects.filter(token=token, kind=Challenge.Kind.LINK)
    return _with_seats(found).select_related("game").first()


def is_gone(challenge: Challenge, user_id: int | None) -> bool:
    """Return whether an invitation leads nowhere: it is over, or a block keeps this user out."""
    if challenge.status != Challenge.Status.OPEN:
        return True
    seats = challenge.seats.all()
    joined = [seat.user_id for seat in seats if seat.state == ChallengeSeat.State.JOINED]
    return user_id is not None and are_apart(user_id, joined)


def challenge_row(challenge: Challenge, user_id: int | None, now: datetime) -> dict[str, Any]:
    """Return one offer; ``link`` only for the host, as it is what lets others in.

    ``days_left`` counts the begun days until it is withdrawn; ``host_reply`` is how long the host
    usually takes to answer, or None.
    """
    states = {seat.user_id: seat.state for seat in challenge.seats.all()}
    joined = [
        seat.user.get_username()
        for seat in challenge.seats.all()
        if seat.state == ChallengeSeat.State.JOINED
    ]
    is_mine = challenge.host_id == user_id
    mine = states.get(user_id) if user_id is not None else None
    seats_free = challenge.seat_count - len(joined)
    has_link = is_mine and challenge.kind == Challenge.Kind.LINK
    return {
        "public_id": challenge.public_id,
        "host": challenge.host.get_username(),
        "host_id": challenge.host_id,
        "host_conduct": conduct_of(challenge.host),
        "is_mine": is_mine,
        "kind": challenge.kind,
        "joined": joined,
        "seat_count": challenge.seat_count,
        "seats_free": seats_free,
        "ruleset_name": variant_name(challenge.ruleset_key, challenge.options),
        "ruleset_notes": variant_notes(challenge.options),
        "pace_name": pace_name(challenge.pace),
        "pace_text": pace_text(challenge.pace),
        "forbids_vacation": forbids_vacation(challenge.pace, allows=challenge.allows_vacation),
        "link": reverse("invite", args=[challenge.token]) if has_link else "",
        "has_joined": mine == ChallengeSeat.State.JOINED,
        "is_invited": mine == ChallengeSeat.State.INVITED,
        "may_join": mine != ChallengeSeat.State.JOINED and seats_free > 0,
        "may_start": is_mine and len(joined) > 1 and _keeps_pool(challenge, len(joined)),
        "is_private": challenge.is_private,
        "ladder": challenge.ladder,
        "host_reply": None if is_mine else challenge.host_reply,
        "days_left": max(1, ceil((challenge.created_at + LIFETIME - now) / timedelta(days=1))),
        "created_at": challenge.created_at,
    }


def _keeps_pool(challenge: Challenge, count: int) -> bool:
    """Return whether so many players are rated as the offer says; a casual one may start anyway."""
    key, seats = challenge.ruleset_key, challenge.seat_count
    return not challenge.is_rated or pool_of(key, count) == pool_of(key, seats)


def _with_seats(found: QuerySet[Challenge]) -> QuerySet[Challenge]:
    seats = Prefetch("seats", ChallengeSeat.objects.select_related("user"))
    return found.select_related("host__conduct").prefetch_related(seats)
