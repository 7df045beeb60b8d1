"""Write down something for oneself."""

from datetime import datetime

from accounts.models import User
from games.core.errors import BadRequestError
from games.core.plaintext import plain_text
from games.models import Game, Note
from games.models.note import NOTE_LENGTH_MAX
from games.services.retry import retried


@retried
def write_note(*, author: User, about: Game | User, text: str, now: datetime) -> str:
    """Keep the author's one note on a game or on a player; empty text throws it away.

    Returns:
        The text as it was kept.

    Raises:
        BadRequestError: ``bad_character``, ``text_too_long``; ``bad_request``, a note on oneself.
    """
    if about == author:
        raise BadRequestError("bad_request", "Notes on players are on others.")
    subject = {"game": about} if isinstance(about, Game) else {"player": about}
    if not text.strip():
        Note.objects.filter(author=author, **subject).delete()
        return ""
    kept = plain_text(text, most=NOTE_LENGTH_MAX, is_multiline=True)
    Note.objects.update_or_create(
        author=author, **subject, defaults={"text": kept, "updated_at": now}
    )
    return kept
