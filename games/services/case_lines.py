"""What a moderator does about the chat lines of a case: hide one, or show it again."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from games import outbox
from games.core.errors import ConflictError, DomainError
from games.core.notices import Event
from games.models import Case, ChatLine, ModerationLog
from games.services.moderation_log import checked_note, note_step
from games.services.notices import tell
from games.services.retry import retried
from games.services.sanctions import hold_for

Action = ModerationLog.Action


@retried
def set_line_hidden(
    *, case: Case, line_pk: int, is_hidden: bool, by: User, note: str, now: datetime
) -> ChatLine:
    """Hide a line of the suspect from everybody, or show it again; its author is told.

    Open pages read the room anew. What was said stays in the table, as it was said. A line is
    shown again from a closed case too.

    Raises:
        BadRequestError: ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``, ``own_case``.
        DomainError: ``no_such_line``.
        ConflictError: ``nothing_to_do``; what `take_case` raises.
    """
    why = checked_note(note)
    with transaction.atomic(durable=True):
        hold_for(case.suspect, by, "hide_line", case.pk, now, also_closed=not is_hidden)
        found = ChatLine.objects.select_for_update(of=("self",)).select_related("game")
        line = found.filter(pk=line_pk, author=case.suspect).first()
        if line is None:
            raise DomainError("no_such_line", "There is no such line.")
        if line.is_hidden == is_hidden:
            raise ConflictError("nothing_to_do", "The line is so already.")
        line.is_hidden = is_hidden
        line.save(update_fields=["is_hidden"])
        step = note_step(
            Action.LINE_HIDDEN if is_hidden else Action.LINE_SHOWN,
            by=by,
            user=case.suspect,
            note=why,
            now=now,
            case=case,
            facts={"games": [line.game.public_id], "room": line.room, "line": line.number},
        )
        if not line.is_shadow:
            outbox.announce_chat(line.game, line.room, 0)
            _tell_author(line, case.suspect, step.pk, now)
        return line


def _tell_author(line: ChatLine, author: User, step_pk: int, now: datetime) -> None:
    with override(author.language or None):
        sentence = (
            _("A moderator has hidden a line that you wrote in a chat")
            if line.is_hidden
            else _("A moderator has brought back a line that you wrote in a chat")
        )
    path = f"{line.game.get_absolute_url()}chat/"
    tell([author], Event.MODERATION, key=f"line:{step_pk}", now=now, sentence=sentence, path=path)
