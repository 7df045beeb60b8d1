"""Whom somebody follows, who of them is here, and what they offer."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from games.models import Block, Challenge, Follow
from games.selectors.blocks import holds_blocked
from games.selectors.numbers import number_of
from games.selectors.presence import is_here

FOLLOWED_MAX = 1_000
"""So many of them a ladder shows."""


def followed_ids(user_id: int) -> list[int]:
    """Return the keys of those whom a user follows, at most `FOLLOWED_MAX`, the newest."""
    newest = Follow.objects.filter(user_id=user_id).order_by("-id")
    return list(newest.values_list("person_id", flat=True)[:FOLLOWED_MAX])


def followed_people(user_id: int, now: datetime) -> list[dict[str, Any]]:
    """Return whom a user follows: who is here first, then who offers a game, then by name.

    One query. Rows: ``user_id``, ``name``, ``is_online``, and ``offers``, the number of open offers
    that he could see in the lobby.
    """
    shut = Block.objects.filter(user_id=OuterRef("person_id"), person_id=user_id)
    offers = Challenge.objects.filter(
        host_id=OuterRef("person_id"), kind=Challenge.Kind.OPEN, status=Challenge.Status.OPEN
    ).exclude(holds_blocked(user_id))
    follows = (
        Follow.objects.filter(user_id=user_id, person__is_active=True)
        .select_related("person__presence", "person__privacy")
        .annotate(is_shut=Exists(shut), offers=number_of(offers))
    )
    rows = [
        {
            "user_id": follow.person_id,
            "name": follow.person.get_username(),
            "is_online": not follow.is_shut and is_here(follow.person, now),
            "offers": follow.offers,
        }
        for follow in follows
    ]
    return sorted(
        rows, key=lambda row: (not row["is_online"], not row["offers"], row["name"].lower())
    )
