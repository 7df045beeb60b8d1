"""Keep a signal, add it to a case, and what a moderator makes of it."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.core.signals.kinds import WEIGHTS, SignalKind
from games.models import Case, Category, ModerationLog, Report, Signal
from games.selectors.cases import is_barred
from games.services.moderation_log import checked_note, note_step, refuse_unpermitted
from games.services.reports import report_by_itself
from games.services.retry import retried

GAMES_SHOWN: Final = 50
"""So many games are kept with a signal, the newest ones; its figures count all."""

CATEGORIES: Final = {
    SignalKind.MANY_GAMES: Category.CHEATING,
    SignalKind.EARLY_LOSSES: Category.CHEATING,
    SignalKind.SAME_WINNER: Category.CHEATING,
    SignalKind.SHARED_DEVICE: Category.ACCOUNTS,
    SignalKind.BOT_AGREEMENT: Category.HELP,
    SignalKind.TABLE_HELP: Category.CHEATING,
}
"""For what the case is that a signal opens."""


def raise_signal(
    kind: SignalKind,
    *,
    user_id: int,
    other_id: int | None,
    figures: Mapping[str, int | float],
    games: Sequence[str],
    through_at: datetime,
    now: datetime,
    only: str = "",
) -> Signal | None:
    """Keep what was noticed and add it to a case; None if it was said before.

    Args:
        games: addresses of the games that it rests on, the oldest first.
        through_at: when the newest of them ended.
        only: evidence that is no game, and is said once however many games come after.

    Lock: the case's row; call inside a transaction.
    """
    about = sorted({user_id, other_id or user_id})
    said = [kind, *map(str, about), *([only] if only else sorted(games))]
    key = hashlib.sha256("\n".join(said).encode()).hexdigest()
    signal, is_new = Signal.objects.get_or_create(
        key=key,
        defaults={
            "kind": kind,
            "user_id": user_id,
            "other_id": other_id,
            "figures": dict(figures),
            "games": list(games[-GAMES_SHOWN:]),
            "through_at": through_at,
            "created_at": now,
        },
    )
    if not is_new:
        return None
    suspect = User.objects.get(pk=user_id)
    if suspect.is_active:
        signal.report = report_by_itself(
            suspect=suspect,
            category=CATEGORIES[kind],
            text=str(Signal.Kind(kind).label),
            points=WEIGHTS[kind],
            now=now,
        )
        signal.save(update_fields=["report"])
    return signal


@retried
def judge_signal(*, signal_pk: int, by: User, state: str, note: str, now: datetime) -> Signal:
    """Write down that a moderator has seen a signal, or that it means nothing.

    A dismissed one no longer counts in its case.

    Raises:
        DomainError: ``no_such_signal``.
        BadRequestError: ``bad_request``, ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``, ``own_case``.
        ConflictError: ``signal_dismissed``.
    """
    if state not in (Signal.State.SEEN, Signal.State.DISMISSED):
        raise BadRequestError("bad_request", "Choose whether you have seen it or dismiss it.")
    words = checked_note(note)
    with transaction.atomic(durable=True):
        found = Signal.objects.select_for_update(of=("self",)).select_related("report__case")
        signal = found.filter(pk=signal_pk).first()
        if signal is None:
            raise DomainError("no_such_signal", "There is no such signal.")
        refuse_unpermitted(by, "handle_cheat")
        case = None if signal.report is None else signal.report.case
        is_own = by.pk in (signal.user_id, signal.other_id)
        if is_own or (case is not None and is_barred(case, by.pk)):
            raise NotAllowedError(
                "own_case", "You are part of this case, so another moderator has to take it."
            )
        if signal.state == Signal.State.DISMISSED:
            raise ConflictError("signal_dismissed", "This signal is dismissed already.")
        signal.state, signal.note = state, words
        signal.judged_by, signal.judged_at = by, now
        signal.save(update_fields=["state", "note", "judged_by", "judged_at"])
        note_step(
            ModerationLog.Action.NO_ACTION,
            by=by,
            user=signal.user,
            case=case,
            note=words,
            facts={"signal": signal.kind, "state": state},
            now=now,
        )
        if state == Signal.State.DISMISSED and signal.report is not None:
            _take_back(signal.report)
    return signal


def _take_back(report: Report) -> None:
    """Let an automatic report count no more, if its case is open."""
    if Report.objects.filter(pk=report.pk, is_open=True).update(is_open=False):
        score = Greatest(F("score") - report.weight, 0)
        Case.objects.filter(pk=report.case_id, closed_at=None).update(score=score)
