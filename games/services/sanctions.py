"""The one place where a moderator's measures are taken, each with its row in the log."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from accounts.services.sessions import end_sessions
from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.core.notices import Event
from games.core.plaintext import plain_text
from games.models import Case, ModerationLog, Sanction
from games.models.sanction import NOTE_LENGTH_MAX
from games.selectors.sanctions import SHUT_OUT, held, in_force
from games.services.moderation_log import checked_note, note_step, refuse_unpermitted
from games.services.moderation_queue import close_case, hold_case
from games.services.notices import tell
from games.services.retry import retried
from games.services.withdrawals import withdraw_offers

Kind = Sanction.Kind
Action = ModerationLog.Action

PERMISSIONS: Final[Mapping[str, str]] = {
    Kind.WARNING: "warn",
    Kind.MUTE: "mute",
    Kind.SHADOW_MUTE: "mute",
    Kind.BAN_CHAT: "ban_chat",
    Kind.BAN_RATED: "ban_rated",
    Kind.BAN_SITE: "ban_site",
    Kind.CLOSED: "close_account",
}

DAYS: Final = (1, 3, 7, 30, 90, 365)
"""How long a sanction may hold."""

ENDLESS: Final = (Kind.WARNING, Kind.CLOSED)
"""These have no length."""


@retried
def impose(
    *,
    user: User,
    kind: str,
    by: User,
    note: str,
    now: datetime,
    days: int | None = None,
    words: str = "",
    case_pk: int | None = None,
    is_closing: bool = True,
) -> Sanction:
    """Lay a sanction on somebody; one of the same kind that holds is replaced.

    Who is shut out loses his sessions and sockets at once. He is told, but of a shadow mute.

    Args:
        note: why, for moderators; compulsory.
        days: how long, one of `DAYS`; not for warnings and closed accounts.
        words: what he is told beside the fact; may be empty.
        case_pk: the case that it answers; the moderator must be able to hold it.
        is_closing: whether the case is closed with it.

    Raises:
        BadRequestError: ``bad_request``, ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``, ``own_case``.
        DomainError, ConflictError: what `take_case` raises.
    """
    if kind not in PERMISSIONS:
        raise BadRequestError("bad_request", "Choose one of the measures on offer.")
    if (days is None) != (kind in ENDLESS) or (days is not None and days not in DAYS):
        raise BadRequestError("bad_request", "Choose how long it holds.")
    why = checked_note(note)
    said = plain_text(words, most=NOTE_LENGTH_MAX, is_multiline=True) if words.strip() else ""
    with transaction.atomic(durable=True):
        case = hold_for(user, by, PERMISSIONS[kind], case_pk, now)
        held(user.pk, kind, now=now).exclude(kind=Kind.WARNING).update(lifted_at=now, lifted_by=by)
        sanction = Sanction.objects.create(
            user=user,
            kind=kind,
            note=why,
            words="" if kind == Kind.SHADOW_MUTE else said,
            by=by,
            case=case,
            began_at=now,
            until=None if days is None else now + timedelta(days=days),
        )
        facts = {} if days is None else {"days": days}
        note_step(
            Action(kind),
            by=by,
            user=user,
            note=why,
            now=now,
            facts=facts,
            case=case,
            sanction=sanction,
        )
        _put_into_force(sanction, now)
        if case is not None and is_closing:
            close_case(case, by, now, is_acted=True)
        return sanction


@retried
def lift(
    *, sanction_pk: int, by: User, note: str, now: datetime, user: User | None = None
) -> Sanction:
    """End a sanction before its time.

    Args:
        user: whose it has to be, if the caller knows.

    Raises:
        BadRequestError: ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``.
        DomainError: ``no_such_sanction``.
        ConflictError: ``already_lifted``.
    """
    why = checked_note(note)
    refuse_unpermitted(by, "lift")
    with transaction.atomic(durable=True):
        sanction = lift_held(sanction_pk, by, now)
        if user is not None and sanction.user_id != user.pk:
            raise DomainError("no_such_sanction", "There is no such sanction.")
        if sanction.user_id == by.pk:
            raise NotAllowedError("own_case", "Another moderator has to lift your sanction.")
        note_step(Action.LIFTED, by=by, user=sanction.user, note=why, now=now, sanction=sanction)
        return sanction


def lift_held(sanction_pk: int, by: User | None, now: datetime) -> Sanction:
    """End a sanction, and let its owner in again if nothing else shuts him out.

    Raises:
        DomainError: ``no_such_sanction``.
        ConflictError: ``already_lifted``.

    Lock: the sanction's row; call inside a transaction.
    """
    found = Sanction.objects.select_for_update(of=("self",)).select_related("user")
    sanction = found.filter(pk=sanction_pk).first()
    if sanction is None:
        raise DomainError("no_such_sanction", "There is no such sanction.")
    if sanction.lifted_at is not None:
        raise ConflictError("already_lifted", "This sanction has been lifted already.")
    sanction.lifted_at, sanction.lifted_by = now, by
    sanction.save(update_fields=["lifted_at", "lifted_by"])
    if sanction.kind in SHUT_OUT:
        _let_in(sanction.user, now)
    if sanction.kind != Kind.SHADOW_MUTE:
        _tell(sanction, now, is_lifted=True)
    return sanction


def sweep_ended_bans(*, now: datetime) -> int:
    """Let in again whose ban from the site has ended; return how many."""
    ended = Sanction.objects.filter(
        kind=Kind.BAN_SITE, lifted_at=None, until__lte=now, user__is_active=False
    )
    users = User.objects.filter(pk__in=ended.values("user_id"), deleted_at=None)
    return sum(_let_in(user, now) for user in users[:200])


def let_in_if_over(user: User, now: datetime) -> bool:
    """Let somebody in whose last ban has ended; return whether he may sign in now."""
    was_banned = Sanction.objects.filter(user=user, kind__in=SHUT_OUT).exists()
    return was_banned and user.deleted_at is None and _let_in(user, now)


def hold_for(
    user: User,
    by: User,
    permission: str,
    case_pk: int | None,
    now: datetime,
    *,
    also_closed: bool = False,
) -> Case | None:
    """Check that a moderator may take a measure against somebody; return the case, held for him.

    Args:
        also_closed: as `hold_case` takes it.

    Raises:
        NotAllowedError: ``not_permitted``, ``own_case``.
        BadRequestError: ``bad_request``.
        DomainError, ConflictError: what `take_case` raises.

    Lock: the user's row, then the case's; call inside a transaction.
    """
    refuse_unpermitted(by, permission)
    if user.pk == by.pk:
        raise NotAllowedError("own_case", "You cannot do this to yourself.")
    if user.is_bot or user.deleted_at is not None:
        raise BadRequestError("bad_request", "There is nobody behind this account.")
    if user.is_staff and not by.is_superuser:
        raise NotAllowedError("not_permitted", "Only an administrator can do this to staff.")
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if case_pk is None:
        return None
    case = hold_case(case_pk, by, now, also_closed=also_closed)
    if case.suspect_id != user.pk:
        raise BadRequestError("bad_request", "This case is about somebody else.")
    return case


def _put_into_force(sanction: Sanction, now: datetime) -> None:
    user = sanction.user
    if sanction.kind in SHUT_OUT:
        user.is_active = False
        user.save(update_fields=["is_active"])
        end_sessions(user)  # for good, not until he is let in again; a signal closes the sockets
    if sanction.kind in (*SHUT_OUT, Kind.BAN_RATED):
        withdraw_offers(user, now, is_rated_only=sanction.kind == Kind.BAN_RATED)
    if sanction.kind != Kind.SHADOW_MUTE:
        _tell(sanction, now)


def _let_in(user: User, now: datetime) -> bool:
    """Let somebody sign in again unless something shuts him out."""
    if Sanction.objects.filter(in_force(now), user=user, kind__in=SHUT_OUT).exists():
        return False
    user.is_active = True
    user.save(update_fields=["is_active"])
    return True


def _tell(sanction: Sanction, now: datetime, *, is_lifted: bool = False) -> None:
    """Tell somebody what was laid on him, or that it was lifted, in his own language."""
    user = sanction.user
    with override(user.language or None):
        sentence = _lifted(sanction) if is_lifted else sentence_of(sanction)
    tell(
        [user],
        Event.MODERATION,
        key=f"sanction:{sanction.pk}:{'end' if is_lifted else 'begin'}",
        now=now,
        sentence=sentence,
        path=f"/appeals/{sanction.pk}/",
    )


def sentence_of(sanction: Sanction) -> str:
    """Return what its owner is told of a sanction, as a sentence without its full stop."""
    facts: dict[str, Any] = {"words": sanction.words.removesuffix(".")}
    if sanction.until is not None:
        facts["date"] = date_format(sanction.until, "j F Y")
    sentence = {
        Kind.WARNING: _("A moderator has warned you"),
        Kind.MUTE: _("A moderator has muted you until %(date)s"),
        Kind.BAN_CHAT: _("A moderator has banned you from chat until %(date)s"),
        Kind.BAN_RATED: _("A moderator has banned you from rated games until %(date)s"),
        Kind.BAN_SITE: _("A moderator has banned you from the site until %(date)s"),
        Kind.CLOSED: _("A moderator has closed your account"),
    }[Kind(sanction.kind)] % facts
    return (
        _("%(sentence)s: %(words)s") % (facts | {"sentence": sentence})
        if sanction.words
        else (sentence)
    )


def _lifted(sanction: Sanction) -> str:
    kind = Kind(sanction.kind).label
    return _("A moderator has lifted this: %(kind)s") % {"kind": kind}
