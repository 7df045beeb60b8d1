"""Ask a moderator to look: at a chat line, at a player of a game, at a profile.

What is reported is copied as it is at that moment, so that nobody can take it back before a
moderator has read it. All open reports of one person for one reason are one case.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError
from games.core.plaintext import plain_text
from games.core.reporting import weight
from games.models import AREAS, Case, Category, ChatLine, Game, Report, Room
from games.models.report import TEXT_LENGTH_MAX
from games.selectors.chat import find_line
from games.selectors.game import seat_of
from games.selectors.reports import record_of
from games.selectors.sanctions import is_sanctioned
from games.services.chat import refuse_stranger
from games.services.flood import Rate, refuse_flood
from games.services.retry import retried

REPORT_RATES: Final[tuple[Rate, ...]] = ((timedelta(days=1), 10),)

AROUND: Final = 5
"""So many lines before and after a reported one are kept with it."""

LINE_CATEGORIES: Final = (Category.RUDE, Category.SPAM, Category.PRIVATE, Category.CHEATING)
GAME_CATEGORIES: Final = (Category.STALLING, Category.HELP, Category.CHEATING, Category.NAME)
PROFILE_CATEGORIES: Final = (Category.RUDE, Category.HELP, Category.ACCOUNTS, Category.NAME)


@retried
def report_line(
    *,
    game: Game,
    user: User,
    room: Room,
    number: int,
    category: str,
    now: datetime,
    text: str = "",
) -> Report:
    """Ask a moderator to look at a line; it and those around it are copied as they are now.

    The same line reported twice for the same is one report.

    Raises:
        BadRequestError: ``bad_request``, ``bad_character``, ``text_too_long``.
        DomainError: ``no_such_line``.
        NotAllowedError: ``not_your_room``.
        ConflictError: ``already_reported``, ``too_fast``.
    """
    _refuse_category(category, LINE_CATEGORIES, "Choose what is wrong with the line.")
    with transaction.atomic(durable=True):
        _hold(user)
        refuse_stranger(game, user, room)
        line = find_line(game, room, number)
        if line is None or line.author is None:
            raise DomainError("no_such_line", "There is no such line.")
        if line.author.pk == user.pk:
            raise BadRequestError("bad_request", "These are your own lines.")
        evidence = _name_of(line.author) | _game_as_it_is(game) | _lines_around(line)
        return _file(
            user,
            line.author,
            category,
            text,
            now,
            {"line": line, "game": game, "evidence": evidence},
        )


@retried
def report_player(
    *,
    user: User,
    suspect: User,
    category: str,
    now: datetime,
    game: Game | None = None,
    text: str = "",
) -> Report:
    """Ask a moderator to look at somebody, or at how he plays a game that the reporter may see.

    Raises:
        BadRequestError: ``bad_request``, ``bad_character``, ``text_too_long``.
        ConflictError: ``already_reported``, ``too_fast``.
    """
    known = PROFILE_CATEGORIES if game is None else GAME_CATEGORIES
    _refuse_category(category, known, "Choose what is wrong.")
    if suspect.is_bot or suspect.pk == user.pk:
        raise BadRequestError("bad_request", "Only other people can be reported.")
    if game is not None and seat_of(game, suspect.pk) is None:
        raise BadRequestError("bad_request", "This player has no seat in this game.")
    with transaction.atomic(durable=True):
        _hold(user)
        evidence = _name_of(suspect) | ({} if game is None else _game_as_it_is(game))
        return _file(user, suspect, category, text, now, {"game": game, "evidence": evidence})


def _file(
    user: User,
    suspect: User,
    category: str,
    text: str,
    now: datetime,
    about: Mapping[str, Any],
) -> Report:
    """Add one report and its weight to the case. Lock: the reporter's row, then the suspect's."""
    words = plain_text(text, most=TEXT_LENGTH_MAX, is_multiline=True) if text.strip() else ""
    reports = Report.objects.filter(reporter=user)
    open_one = reports.filter(suspect=suspect, category=category, is_open=True).first()
    if open_one is not None:
        if (open_one.line, open_one.game) == (about.get("line"), about["game"]):
            return open_one
        raise ConflictError(
            "already_reported",
            "You have reported this person for this already. A moderator will look at it.",
        )
    refuse_flood(reports, REPORT_RATES, now)
    acted, closed = record_of(user.pk)
    points = weight(acted=acted, closed=closed, is_sanctioned=is_sanctioned(user.pk, now=now))
    return _add_to_case(suspect, category, points, now, {"reporter": user, "text": words, **about})


def report_by_itself(
    *, suspect: User, category: Category, text: str, points: int, now: datetime
) -> Report:
    """File what the site noticed; nobody is told what came of it.

    Args:
        points: how much it adds to the case.

    Lock: the case's row; call inside a transaction.
    """
    about = {"reporter": None, "text": text, "evidence": _name_of(suspect)}
    return _add_to_case(suspect, category, points, now, about)


def _add_to_case(
    suspect: User, category: str, points: int, now: datetime, about: Mapping[str, Any]
) -> Report:
    case = _open_case(suspect, category, now)
    case.score += points
    case.report_count += 1
    case.reported_at = now
    case.save(update_fields=["score", "report_count", "reported_at"])
    return Report.objects.create(
        case=case,
        suspect=suspect,
        category=category,
        weight=points,
        created_at=now,
        **about,
    )


def _open_case(suspect: User, category: str, now: datetime) -> Case:
    """Return the open case with its row locked, so that nobody closes it under a new report."""
    which = {"suspect": suspect, "category": category, "closed_at": None}
    Case.objects.get_or_create(
        **which, defaults={"area": AREAS[category], "opened_at": now, "reported_at": now}
    )
    held = Case.objects.select_for_update(of=("self",)).filter(**which).first()
    return held or _open_case(suspect, category, now)  # it was closed just now


def _hold(user: User) -> None:
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _refuse_category(category: str, known: tuple[Category, ...], sentence: str) -> None:
    if category not in known:
        raise BadRequestError("bad_request", sentence)


def _name_of(suspect: User) -> dict[str, Any]:
    return {"name": suspect.get_username()}


def _game_as_it_is(game: Game) -> dict[str, Any]:
    """Return the game's public facts; no hand, no tile."""
    players = game.players.select_related("user").order_by("seat")
    return {
        "game": game.public_id,
        "version": game.version,
        "status": game.status,
        "seats": [
            {"name": one.user.get_username(), "score": one.score, "has_left": one.has_left}
            for one in players
        ],
    }


def _lines_around(line: ChatLine) -> dict[str, Any]:
    around = ChatLine.objects.filter(
        game=line.game_id,
        room=line.room,
        number__range=(line.number - AROUND, line.number + AROUND),
    )
    return {
        "number": line.number,
        "lines": [
            {
                "number": one.number,
                "author": "" if one.author is None else one.author.get_username(),
                "text": one.text,
                "at": one.created_at.isoformat(),
            }
            for one in around.select_related("author").order_by("number")
        ],
    }
