"""What holds for somebody now. A sanction ends by the clock; nobody has to end it."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games.models import Sanction

SPEECHLESS = (Sanction.Kind.MUTE, Sanction.Kind.BAN_CHAT)
"""Who is under one of these says nothing in any chat."""

SHUT_OUT = (Sanction.Kind.BAN_SITE, Sanction.Kind.CLOSED)
"""Who is under one of these cannot sign in."""


def in_force(now: datetime | None = None) -> Q:
    """Return the condition on sanctions that hold at a time, by the database's clock if None."""
    moment = Now() if now is None else now
    return Q(lifted_at__isnull=True) & (Q(until__isnull=True) | Q(until__gt=moment))


def held(user_id: int, *kinds: str, now: datetime | None = None) -> QuerySet[Sanction]:
    """Return the sanctions of these kinds that somebody is under, the newest first."""
    return Sanction.objects.filter(in_force(now), user_id=user_id, kind__in=kinds)


def is_under(user_id: int | None, kind: str, now: datetime | None = None) -> bool:
    """Return whether somebody is under a sanction of this kind; one query.

    Args:
        kind: ``mute``, ``shadow_mute``, ``ban_chat``, ``ban_rated``, ``ban_site`` or ``closed``.
        now: the moment asked about; the database's own time if left out.
    """
    return user_id is not None and held(user_id, kind, now=now).exists()


def held_by(user: str, kind: str, now: datetime | None = None) -> Exists:
    """Return the condition on rows whose user is under a sanction of this kind.

    Args:
        user: how the row names the user's key, as in ``author_id``.
        now: the moment asked about; the database's own time if left out.
    """
    return Exists(Sanction.objects.filter(in_force(now), user_id=OuterRef(user), kind=kind))


def shadow(author: str, now: datetime) -> Exists:
    """Return the condition on rows whose author only he himself should hear.

    Args:
        author: how the row names its author's key, as in ``author_id``.
    """
    return held_by(author, Sanction.Kind.SHADOW_MUTE, now)


def is_sanctioned(user_id: int, *, now: datetime) -> bool:
    """Return whether somebody is under any sanction at all."""
    return (
        Sanction.objects.filter(in_force(now), user_id=user_id)
        .exclude(kind=Sanction.Kind.WARNING)
        .exists()
    )
