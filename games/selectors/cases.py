"""The queue of the moderators, and all that one case shows. Every list here is bounded."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.elo import SCALE
from games.core.pool import POOLS
from games.models import (
    Area,
    Case,
    ChatLine,
    Game,
    ModerationLog,
    Player,
    Rating,
    Report,
    Sanction,
)
from games.selectors.ratings import pool_label
from games.selectors.signals import signals_of

QUEUE_SIZE: Final = 30
"""So many cases one look at the queue shows; what is below comes up as they are closed."""

SHOWN: Final = 20
AROUND: Final = 8


def areas_of(user: User) -> list[Area]:
    """Return the areas whose cases this moderator may handle."""
    return [area for area in Area if user.has_perm(f"games.handle_{area}")]


def is_barred(case: Case, user_id: int) -> bool:
    """Return whether somebody is part of a case: its suspect, a reporter, a player of its game."""
    return Case.objects.filter(_concerns(user_id), pk=case.pk).exists()


def cases_for(user: User, now: datetime) -> QuerySet[Case]:
    """Return the open cases that this moderator may take up now, the highest score first."""
    locked = Q(locked_until__gt=now) & ~Q(locked_by=user)
    return (
        Case.objects.filter(closed_at=None, area__in=areas_of(user))
        .exclude(_concerns(user.pk))
        .exclude(locked)
        .exclude(snoozed_until__gt=now)
        .order_by("-score", "id")
    )


def queue(user: User, now: datetime) -> list[dict[str, Any]]:
    """Return the rows of the queue, those that other moderators hold among them.

    Each has ``case``, ``report`` (the newest), ``reporters`` (names), ``quote``, ``rating``
    (whole points, or None), ``games``, ``warnings`` and ``is_locked``.
    """
    ratings = Rating.objects.filter(user=OuterRef("suspect_id")).order_by().values("user")
    warnings = (
        Sanction.objects.filter(user=OuterRef("suspect_id"), kind=Sanction.Kind.WARNING)
        .order_by()
        .values("user")
    )
    cases = (
        Case.objects.filter(closed_at=None, area__in=areas_of(user))
        .exclude(_concerns(user.pk))
        .exclude(snoozed_until__gt=now)
        .select_related("suspect", "locked_by")
        .prefetch_related(_newest_reports(3))
        .annotate(
            games=Coalesce(Subquery(ratings.annotate(n=Sum("games")).values("n")), 0),
            warnings=Coalesce(Subquery(warnings.annotate(n=Count("pk")).values("n")), 0),
            rating=Subquery(
                Rating.objects.filter(user=OuterRef("suspect_id"))
                .order_by("-games")
                .values("value")[:1]
            ),
        )
        .order_by("-score", "id")[:QUEUE_SIZE]
    )
    return [_row(case, user, now) for case in cases]


def case_page(case: Case, now: datetime) -> dict[str, Any]:
    """Return everything that the page of one case shows; a fixed number of queries."""
    suspect_id = case.suspect_id
    reports = list(
        Report.objects.filter(case=case)
        .select_related("reporter", "game", "line")
        .order_by("-id")[:SHOWN]
    )
    sanctions = Sanction.objects.filter(user=suspect_id).select_related("by", "appeal")
    steps = ModerationLog.objects.filter(user=suspect_id).select_related("by")
    others = Case.objects.filter(suspect=suspect_id).exclude(pk=case.pk)
    seats = Player.objects.filter(user=suspect_id).select_related("game")
    seats = seats.prefetch_related("game__players__user")
    return {
        "case": case,
        "reports": reports,
        "lines": _lines_now(reports),
        "sanctions": [
            {"sanction": one, "is_held": _is_held(one, now)} for one in sanctions[:SHOWN]
        ],
        "steps": list(steps[:SHOWN]),
        "others": list(others.order_by("-id")[:SHOWN]),
        "games": [_game(seat.game) for seat in seats.order_by("-id")[:SHOWN]],
        "signals": signals_of(suspect_id),
    }


def _game(game: Game) -> dict[str, Any]:
    """Return one game with its ``seats``, and whether it can be annulled or restored."""
    seats = sorted(game.players.all(), key=lambda player: player.seat)
    return {"game": game, "seats": seats, "can_change": game.is_rated and not game.is_running}


def rated_pools(user_id: int) -> list[dict[str, str]]:
    """Return the ``key``, ``label`` and ``rating`` of the pools in which somebody has played."""
    found = {row.pool: row for row in Rating.objects.filter(user=user_id, games__gt=0)}
    return [
        {
            "key": pool.key,
            "label": pool_label(pool),
            "rating": str(round(found[pool.key].value / SCALE)),
        }
        for pool in POOLS
        if pool.key in found
    ]


def _concerns(user_id: int) -> Q:
    """Return the condition on cases that somebody is part of."""
    reported = Report.objects.filter(case=OuterRef("pk"), reporter=user_id)
    playing = Report.objects.filter(
        case=OuterRef("pk"), game__status=Game.Status.RUNNING, game__players__user=user_id
    )
    return Q(suspect=user_id) | Q(Exists(reported)) | Q(Exists(playing))


def _newest_reports(number: int) -> Prefetch:  # type: ignore[type-arg]
    reports = Report.objects.select_related("reporter", "game").order_by("-id")[:number]
    return Prefetch("reports", reports, to_attr="newest")


def _row(case: Any, user: User, now: datetime) -> dict[str, Any]:
    report = case.newest[0]
    return {
        "case": case,
        "report": report,
        "reporters": list(dict.fromkeys(_reporter_of(one) for one in case.newest)),
        "quote": quote_of(report),
        "rating": None if case.rating is None else round(case.rating / SCALE),
        "games": case.games,
        "warnings": case.warnings,
        "is_locked": (case.locked_until or now) > now and case.locked_by_id != user.pk,
    }


def _reporter_of(report: Report) -> str:
    return _("the site") if report.reporter is None else report.reporter.get_username()


def quote_of(report: Report) -> str:
    """Return what is shown of a report in one line: the reported line, or the reporter's words."""
    number = report.evidence.get("number")
    lines = report.evidence.get("lines", [])
    said = next((line["text"] for line in lines if line["number"] == number), "")
    return said or report.text


def _lines_now(reports: list[Report]) -> list[ChatLine]:
    """Return the chat around the newest reported line as it is now, hidden lines too."""
    line = next((report.line for report in reports if report.line is not None), None)
    if line is None:
        return []
    span = (line.number - AROUND, line.number + AROUND)
    found = ChatLine.objects.filter(game=line.game_id, room=line.room, number__range=span)
    return list(found.select_related("author").order_by("number"))


def _is_held(sanction: Sanction, now: datetime) -> bool:
    is_over = sanction.until is not None and sanction.until <= now
    return sanction.lifted_at is None and not is_over and sanction.kind != Sanction.Kind.WARNING
