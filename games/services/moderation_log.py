"""Write down what a moderator does. Whoever acts calls this in the transaction of the act."""

from datetime import datetime
from typing import Any

from accounts.models import User
from games.core.errors import BadRequestError, NotAllowedError
from games.core.plaintext import plain_text
from games.models import ModerationLog
from games.models.sanction import NOTE_LENGTH_MAX


def note_step(
    action: ModerationLog.Action,
    *,
    by: User | None,
    user: User | None,
    note: str,
    now: datetime,
    facts: dict[str, Any] | None = None,
    **about: Any,
) -> ModerationLog:
    """Add one row to the log.

    Args:
        by: the moderator; None for the site itself.
        user: whom it concerns.
        note: why; as `checked_note` returns it.
        about: ``case``, ``sanction``, ``appeal``.
    """
    return ModerationLog.objects.create(
        action=action, by=by, user=user, note=note, facts=facts or {}, created_at=now, **about
    )


def checked_note(note: str) -> str:
    """Return a moderator's note.

    Raises:
        BadRequestError: ``note_missing``, ``bad_character``, ``text_too_long``.
    """
    if not note.strip():
        raise BadRequestError("note_missing", "Write a note first: what do you do, and why?")
    return plain_text(note, most=NOTE_LENGTH_MAX, is_multiline=True)


def refuse_unpermitted(by: User, permission: str) -> None:
    """Refuse a moderator whose roles do not allow this.

    Raises:
        NotAllowedError: ``not_permitted``.
    """
    if not by.has_perm(f"games.{permission}"):
        raise NotAllowedError("not_permitted", "Your role does not allow this.")
