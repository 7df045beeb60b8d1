"""What waits for somebody's answer, and which of his challenges wait for that of others."""

from datetime import datetime
from typing import Any

from django.db.models import Case, Q, When

from accounts.models import User
from games.models import Challenge, ChallengeSeat
from games.selectors.blocks import holds_blocked
from games.selectors.ladder_answers import answer_bars
from games.selectors.paces import pace_name
from games.selectors.vacations import forbids_vacation
from games.selectors.variants import variant_name, variant_notes

type Rows = list[dict[str, Any]]

SHOWN = 50
"""So many of them home shows, the oldest; others come up as these are answered."""


def my_invitations(user: User, now: datetime) -> dict[str, Rows]:
    """Return what home shows of offers by name; one query, a few more with ladder challenges.

    ``invites``: the open offers that this user was asked to and has not answered; ``bar`` tells
    why he may not accept one now, or nothing. ``outgoing``: his ladder challenges that are not
    answered, with ``name`` and ``user_id`` of whoever is to answer. All have ``ladder``, "" for
    none.
    """
    to_him = Q(user=user)
    by_him = Q(challenge__host=user) & ~Q(challenge__ladder="")
    seats = ChallengeSeat.objects.filter(
        to_him | by_him,
        state=ChallengeSeat.State.INVITED,
        challenge__status=Challenge.Status.OPEN,
    ).select_related("challenge__host", "user")
    seats = seats.exclude(challenge__in=Challenge.objects.filter(holds_blocked(user.pk)))
    # His own come first: they are few, and would be lost behind many invitations.
    is_his = Case(When(challenge__host=user, then=0), default=1)
    found = list(seats.order_by(is_his, "pk")[:SHOWN])
    invites = [(seat.challenge, _row(seat.challenge)) for seat in found if seat.user_id == user.pk]
    answer_bars(user, invites, now)
    return {
        "invites": [row for _challenge, row in invites],
        "outgoing": [
            _row(seat.challenge) | {"name": seat.user.get_username(), "user_id": seat.user_id}
            for seat in found
            if seat.user_id != user.pk
        ],
    }


def _row(challenge: Challenge) -> dict[str, Any]:
    return {
        "public_id": challenge.public_id,
        "host": challenge.host.get_username(),
        "host_id": challenge.host_id,
        "seat_count": challenge.seat_count,
        "ruleset_name": variant_name(challenge.ruleset_key, challenge.options),
        "ruleset_notes": variant_notes(challenge.options),
        "pace_name": pace_name(challenge.pace),
        "is_private": challenge.is_private,
        "ladder": challenge.ladder,
        "forbids_vacation": forbids_vacation(challenge.pace, allows=challenge.allows_vacation),
    }
