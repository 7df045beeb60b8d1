"""Say something against a sanction, answer and decide it: by a moderator who did not lay it on."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.core.notices import Event
from games.core.plaintext import plain_text
from games.models import Appeal, AppealMessage, ModerationLog, Sanction
from games.models.appeal import MESSAGE_LENGTH_MAX
from games.services.moderation_log import checked_note, note_step, refuse_unpermitted
from games.services.notices import tell
from games.services.retry import retried
from games.services.sanctions import lift_held

UNANSWERED_MAX: Final = MESSAGE_LENGTH_MAX
"""So many characters may wait for an answer."""

Action = ModerationLog.Action

DECISIONS: Final = {
    "answer": Action.APPEAL_ANSWERED,
    "grant": Action.APPEAL_GRANTED,
    "refuse": Action.APPEAL_REFUSED,
}


@retried
def write_appeal(*, sanction_pk: int, user: User, text: str, now: datetime) -> Appeal:
    """Begin the thread about one's own sanction, or write on in it.

    Raises:
        BadRequestError: ``empty_text``, ``bad_character``, ``text_too_long``.
        DomainError: ``no_such_sanction``.
        ConflictError: ``appeal_decided``, ``appeal_full``.
    """
    words = plain_text(text, most=MESSAGE_LENGTH_MAX, is_multiline=True)
    with transaction.atomic(durable=True):
        held = Sanction.objects.select_for_update(of=("self",))
        sanction = held.filter(pk=sanction_pk, user=user).first()
        if sanction is None or sanction.kind == Sanction.Kind.SHADOW_MUTE:
            raise DomainError("no_such_sanction", "There is no such sanction.")
        appeal, _made = Appeal.objects.get_or_create(sanction=sanction, defaults={"opened_at": now})
        if appeal.state != Appeal.State.OPEN:
            raise ConflictError("appeal_decided", "This appeal has been decided.")
        waiting = _unanswered(appeal)
        if waiting + len(words) > UNANSWERED_MAX:
            raise ConflictError("appeal_full", "Wait for an answer before you write more.")
        AppealMessage.objects.create(appeal=appeal, author=user, text=words, created_at=now)
        if appeal.waiting_since is None:
            appeal.waiting_since = now
            appeal.save(update_fields=["waiting_since"])
        return appeal


@retried
def answer_appeal(
    *, appeal_pk: int, by: User, decision: str, text: str, note: str, now: datetime
) -> Appeal:
    """Answer an appeal; ``grant`` lifts the sanction, ``refuse`` ends the thread, ``answer`` not.

    Raises:
        BadRequestError: ``bad_request``, ``note_missing``, ``empty_text``, ``bad_character``,
            ``text_too_long``.
        NotAllowedError: ``not_permitted``, ``own_case``.
        DomainError: ``no_such_appeal``.
        ConflictError: ``appeal_decided``.
    """
    if decision not in DECISIONS:
        raise BadRequestError("bad_request", "Choose one of the decisions on offer.")
    why, words = checked_note(note), plain_text(text, most=MESSAGE_LENGTH_MAX, is_multiline=True)
    refuse_unpermitted(by, "decide_appeal")
    with transaction.atomic(durable=True):
        found = Appeal.objects.select_for_update(of=("self",)).select_related("sanction__user")
        appeal = found.filter(pk=appeal_pk).first()
        if appeal is None:
            raise DomainError("no_such_appeal", "There is no such appeal.")
        sanction = appeal.sanction
        if by.pk in (sanction.by_id, sanction.user_id):
            raise NotAllowedError("own_case", "Another moderator has to decide this appeal.")
        if appeal.state != Appeal.State.OPEN:
            raise ConflictError("appeal_decided", "This appeal has been decided.")
        AppealMessage.objects.create(
            appeal=appeal, author=by, is_moderator=True, text=words, created_at=now
        )
        appeal.waiting_since = None
        if decision != "answer":
            granted = decision == "grant"
            appeal.state = Appeal.State.GRANTED if granted else Appeal.State.REFUSED
            appeal.decided_at, appeal.decided_by = now, by
        appeal.save()
        if decision == "grant" and sanction.lifted_at is None:
            lift_held(sanction.pk, by, now)
            sanction.user.refresh_from_db()
        note_step(
            DECISIONS[decision],
            by=by,
            user=sanction.user,
            note=why,
            now=now,
            appeal=appeal,
            sanction=sanction,
        )
        _tell_answer(appeal, now)
        return appeal


def _unanswered(appeal: Appeal) -> int:
    """Return how many characters were written since the last answer."""
    waiting = 0
    for is_moderator, text in appeal.messages.order_by("-id").values_list("is_moderator", "text"):
        if is_moderator:
            break
        waiting += len(text)
    return waiting


def _tell_answer(appeal: Appeal, now: datetime) -> None:
    user = appeal.sanction.user
    with override(user.language or None):
        sentence = _("Your appeal was answered")
    tell(
        [user],
        Event.MODERATION,
        key=f"appeal:{appeal.pk}:{now.timestamp():.0f}",
        now=now,
        sentence=sentence,
        path=f"/appeals/{appeal.sanction_id}/",
    )
