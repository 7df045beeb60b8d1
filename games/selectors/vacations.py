"""Who is away until when, and which games stand for that."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from games.core.pace import PACES
from games.core.vacation import LEAST_COST, WINDOW, budget_left
from games.models import Game, Player, Vacation
from games.selectors.paces import pace_name

PAUSING = tuple(key for key, pace in PACES.items() if pace.allows_vacation)
"""Keys of the paces under which a clock may stand."""


def may_pause(game: Game) -> bool:
    """Return whether the clock of this game stands while the player to move is away."""
    return game.allows_vacation and PACES[game.pace].allows_vacation


def forbids_vacation(pace: str, *, allows: bool) -> bool:
    """Return whether a game has a slow clock that runs on in a vacation: what one must be told."""
    return not allows and PACES[pace].allows_vacation


def open_vacation(user_id: int) -> Vacation | None:
    """Return the vacation that this user is on."""
    return Vacation.objects.filter(user_id=user_id, ended_at__isnull=True).first()


def vacation_columns(user: str) -> tuple[Subquery, Subquery]:
    """Return what `vacation_banner` needs, as parts of a larger query.

    Args:
        user: how its rows name the user's key.
    """
    away = Vacation.objects.filter(user_id=OuterRef(user), ended_at__isnull=True)
    return Subquery(away.values("ends_at")[:1]), Subquery(away.values("is_automatic")[:1])


def vacation_banner(until: datetime | None, is_automatic: bool | None) -> dict[str, Any]:
    """Return what is said of a user's own vacation: as in `vacation_view`, without the rest."""
    return {"until": until, "is_automatic": bool(is_automatic)}


def _told(vacation: Vacation | None) -> dict[str, Any]:
    if vacation is None:
        return vacation_banner(None, None)
    return vacation_banner(vacation.ends_at, vacation.is_automatic)


def left_of_year(user_id: int, now: datetime) -> timedelta:
    """Return how long a vacation that this user begins now may last."""
    ended = Vacation.objects.filter(user_id=user_id, ended_at__gt=now - WINDOW)
    spans = ((row.started_at, row.ended_at) for row in ended if row.ended_at is not None)
    return budget_left(spans, now)


def with_vacation(players: QuerySet[Player]) -> QuerySet[Player]:
    """Return these players, each with ``away_until``: when he is back at the latest, or None."""
    away = Vacation.objects.filter(user_id=OuterRef("user_id"), ended_at__isnull=True)
    return players.annotate(away_until=Subquery(away.values("ends_at")[:1]))


def away_until(players: Iterable[Player]) -> dict[int, datetime]:
    """Return, by user, until when at the latest those of these players are away who are.

    Args:
        players: from `with_vacation`, or nobody is away.
    """
    back = {player.user_id: getattr(player, "away_until", None) for player in players}
    return {user_id: until for user_id, until in back.items() if until is not None}


def away_seats(game: Game) -> str:
    """Return the seats of those who are away, as a short text like ``02``."""
    away = Vacation.objects.filter(ended_at__isnull=True)
    seats = game.players.filter(user__vacations__in=away).values_list("seat", flat=True)
    return "".join(str(seat) for seat in sorted(seats))


def vacation_view(user_id: int, now: datetime) -> dict[str, Any]:
    """Return what a user is shown of his own vacation.

    ``until``: None unless he is away. ``is_automatic``: whether the house began it. ``days_left``:
    whole days of the budget. ``may_start``: whether that is enough. ``running_on``: the games with
    a clock that no vacation stops, as ``id``, ``opponents`` and ``pace_name``.
    """
    vacation = open_vacation(user_id)
    left = vacation.ends_at - now if vacation else left_of_year(user_id, now)
    return _told(vacation) | {
        "days_left": max(left, timedelta()).days,
        "may_start": vacation is None and left >= LEAST_COST,
        "running_on": _running_on(user_id),
    }


def _running_on(user_id: int) -> list[dict[str, Any]]:
    timed = [key for key, pace in PACES.items() if pace.is_timed]
    mine = Game.objects.filter(
        players__user_id=user_id, status=Game.Status.RUNNING, pace__in=timed
    ).prefetch_related("players__user")
    return [
        {
            "id": game.public_id,
            "opponents": [
                player.user.get_username()
                for player in game.players.all()
                if player.user_id != user_id
            ],
            "pace_name": pace_name(game.pace),
        }
        for game in mine
        if not may_pause(game)
    ]
