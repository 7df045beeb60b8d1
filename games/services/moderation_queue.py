"""Take up a case, put it off, put it back, close it. One moderator at a time holds a case."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from games.core.errors import ConflictError, DomainError, NotAllowedError
from games.core.notices import Event
from games.models import Case, ModerationLog, Report, Sanction
from games.selectors.cases import cases_for, is_barred
from games.services.moderation_log import checked_note, note_step, refuse_unpermitted
from games.services.notices import tell
from games.services.retry import retried

LEASE: Final = timedelta(minutes=15)
"""So long a case is its moderator's alone after his last step."""

SNOOZES: Final = {"1": timedelta(hours=1), "24": timedelta(days=1), "168": timedelta(days=7)}
"""For how many hours a case may be put off."""

Action = ModerationLog.Action

MEASURES: Final = (
    *Sanction.Kind.values,
    Action.RENAMED,
    Action.LINE_HIDDEN,
    Action.ANNULLED,
    Action.RATING_RESET,
)
"""Steps after which a case has led to something, whatever else follows."""


@retried
def take_case(*, case_pk: int, by: User, now: datetime) -> Case:
    """Give a case to a moderator for a while; his own lease begins anew.

    Raises:
        DomainError: ``no_such_case``.
        NotAllowedError: ``not_permitted``, ``own_case``.
        ConflictError: ``case_locked``, ``case_closed``.
    """
    with transaction.atomic(durable=True):
        return hold_case(case_pk, by, now)


@retried
def next_case(*, by: User, now: datetime) -> Case | None:
    """Give the free case of the highest score to a moderator; None if there is none for him."""
    with transaction.atomic(durable=True):
        free = cases_for(by, now).select_for_update(of=("self",), skip_locked=True)
        case = free.first()
        return None if case is None else hold_case(case.pk, by, now)


@retried
def snooze_case(*, case_pk: int, by: User, hours: str, now: datetime) -> None:
    """Put a case off; it comes back by itself.

    Raises:
        DomainError: as `take_case`; ``bad_request`` for another time than those on offer.
    """
    if hours not in SNOOZES:
        raise DomainError("bad_request", "Choose one of the times on offer.")
    with transaction.atomic(durable=True):
        case = hold_case(case_pk, by, now)
        case.snoozed_until = now + SNOOZES[hours]
        case.locked_by, case.locked_until = None, None
        case.save(update_fields=["snoozed_until", "locked_by", "locked_until"])
        facts = {"hours": int(hours)}
        note_step(
            Action.SNOOZED, by=by, user=case.suspect, case=case, note="", facts=facts, now=now
        )


@retried
def release_case(*, case_pk: int, by: User) -> None:
    """Put a case back that this moderator holds."""
    held = Case.objects.filter(pk=case_pk, locked_by=by, closed_at=None)
    held.update(locked_by=None, locked_until=None)


@retried
def dismiss_case(*, case_pk: int, by: User, note: str, now: datetime) -> None:
    """Close a case without more; those who reported hear whether there was a measure before.

    Raises:
        DomainError: as `take_case`.
        BadRequestError: ``note_missing``, ``bad_character``, ``text_too_long``.
    """
    words = checked_note(note)
    with transaction.atomic(durable=True):
        case = hold_case(case_pk, by, now)
        is_acted = ModerationLog.objects.filter(case=case, action__in=MEASURES).exists()
        note_step(Action.NO_ACTION, by=by, user=case.suspect, case=case, note=words, now=now)
        close_case(case, by, now, is_acted=is_acted)


def hold_case(case_pk: int, by: User, now: datetime, *, also_closed: bool = False) -> Case:
    """Return an open case with its row locked, given to this moderator.

    Args:
        also_closed: whether a closed one will do, which nobody holds: what was done is mended.

    Raises:
        DomainError, NotAllowedError, ConflictError: as `take_case`.

    Lock: the case's row; call inside a transaction.
    """
    found = Case.objects.select_for_update(of=("self",)).select_related("suspect")
    case = found.filter(pk=case_pk).first()
    if case is None:
        raise DomainError("no_such_case", "There is no such case.")
    refuse_unpermitted(by, f"handle_{case.area}")
    if is_barred(case, by.pk):
        raise NotAllowedError(
            "own_case", "You are part of this case, so another moderator has to take it."
        )
    if case.closed_at is not None:
        if also_closed:
            return case
        raise ConflictError("case_closed", "This case is closed.")
    is_taken = case.locked_until is not None and case.locked_until > now
    if is_taken and case.locked_by_id != by.pk:
        raise ConflictError("case_locked", "Another moderator is looking at this case.")
    case.locked_by, case.locked_until = by, now + LEASE
    case.save(update_fields=["locked_by", "locked_until"])
    return case


def close_case(case: Case, by: User, now: datetime, *, is_acted: bool) -> None:
    """Close a case and tell those who reported what came of it, not what was done to whom.

    Lock: the caller holds the case.
    """
    case.closed_at, case.closed_by, case.is_acted = now, by, is_acted
    case.locked_by, case.locked_until = None, None
    case.save(update_fields=["closed_at", "closed_by", "is_acted", "locked_by", "locked_until"])
    reports = Report.objects.filter(case=case, is_open=True)
    reporters = list(User.objects.filter(pk__in=reports.values("reporter_id")))
    reports.update(is_open=False)
    for reporter in reporters:
        with override(reporter.language or None):
            sentence = (
                _("Your report about %(name)s led to a measure. Thank you")
                if is_acted
                else _("Your report about %(name)s was looked at; no measure was needed")
            )
            tell(
                [reporter],
                Event.MODERATION,
                key=f"case:{case.pk}:{now.timestamp():.0f}",
                now=now,
                sentence=sentence % {"name": case.suspect.get_username()},
                path=f"/players/{case.suspect.get_username()}/",
            )
