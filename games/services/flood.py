"""How often something may be done that leaves a row: the rows themselves are the count."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.core.errors import ConflictError
from games.models import Challenge

type Rate = tuple[timedelta, int]
"""Within such a span at most so many."""

GAME_RATES: tuple[Rate, ...] = ((timedelta(hours=1), 20),)
"""How many offers and games against bots one host may make, rematches among them."""


def refuse_flood(
    rows: QuerySet[Any],
    rates: tuple[Rate, ...],
    now: datetime,
    sentence: str = "Too fast. Wait a little, your text is kept.",
) -> None:
    """Refuse one more row when as many as a rate allows were created within its span.

    Lock: the caller holds what the rows belong to, so that two at once cannot both be the last.

    Raises:
        ConflictError: ``too_fast``; its detail ``wait_s`` tells in how many seconds there is room.
    """
    for span, most in rates:
        newest = rows.filter(created_at__gt=now - span).order_by("-created_at")
        moments = list(newest.values_list("created_at", flat=True)[:most])
        if len(moments) == most:
            wait = moments[-1] + span - now
            raise ConflictError("too_fast", sentence, wait_s=wait.total_seconds())


def refuse_more_games(host: User, now: datetime) -> None:
    """Refuse one more offer or game when this host has made as many within the hour.

    Lock: the caller holds the host's row.

    Raises:
        ConflictError: ``too_fast``.
    """
    sentence = "Twenty games an hour are the most. Wait a little, then try again."
    refuse_flood(Challenge.objects.filter(host=host), GAME_RATES, now, sentence)
