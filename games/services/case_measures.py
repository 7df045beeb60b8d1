"""What a moderator chooses on the page of a case, as one command for each choice."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import User
from accounts.services.names import force_rename
from games.core.errors import BadRequestError
from games.models import Case, ModerationLog, Sanction
from games.services.moderation_log import checked_note, note_step
from games.services.moderation_queue import close_case, dismiss_case
from games.services.retry import retried
from games.services.sanctions import PERMISSIONS, hold_for, impose

RENAME: Final = "rename"
NONE: Final = "none"


def measures_for(user: User) -> list[tuple[str, str]]:
    """Return the sanctions that this moderator may choose, as value and name."""
    return [
        (kind.value, str(kind.label))
        for kind in Sanction.Kind
        if user.has_perm(f"games.{PERMISSIONS[kind]}")
    ]


def choices_for(user: User) -> list[str]:
    """Return all values of ``do`` that this moderator may choose."""
    named = [RENAME] if user.has_perm("games.rename") else []
    return [*dict(measures_for(user)), *named, NONE]


def take_measure(*, case: Case, by: User, fields: Mapping[str, str], now: datetime) -> None:
    """Do what was chosen in the form of a case.

    Args:
        fields: ``do`` (a kind of sanction, ``rename`` or ``none``), ``note``, ``words``, ``days``
            ("" for none), ``close`` ("on" to close the case with it).

    Raises:
        DomainError: what `impose`, `rename` and `dismiss_case` raise.
    """
    do, note = fields.get("do", ""), fields.get("note", "")
    is_closing = fields.get("close") == "on"
    if do == NONE:
        dismiss_case(case_pk=case.pk, by=by, note=note, now=now)
    elif do == RENAME:
        rename(case_pk=case.pk, user=case.suspect, by=by, note=note, now=now, is_closing=is_closing)
    else:
        endless = (Sanction.Kind.WARNING, Sanction.Kind.CLOSED)
        impose(
            user=case.suspect,
            kind=do,
            by=by,
            note=note,
            now=now,
            days=None if do in endless else _days(fields.get("days", "")),
            words=fields.get("words", ""),
            case_pk=case.pk,
            is_closing=is_closing,
        )


@retried
def rename(
    *, case_pk: int, user: User, by: User, note: str, now: datetime, is_closing: bool
) -> None:
    """Take an offensive name away; its owner may choose another one.

    Raises:
        BadRequestError: ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``, ``own_case``.
        DomainError, ConflictError: what `take_case` raises.
    """
    why = checked_note(note)
    with transaction.atomic(durable=True):
        case = hold_for(user, by, "rename", case_pk, now)
        change = force_rename(user, by, why, now=now)
        note_step(
            ModerationLog.Action.RENAMED,
            by=by,
            user=user,
            note=why,
            now=now,
            case=case,
            facts={"old_name": change.old},
        )
        if case is not None and is_closing:
            close_case(case, by, now, is_acted=True)


def _days(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise BadRequestError("bad_request", "Choose how long it holds.")
    return int(text)
