"""What a moderator does about the rating of a suspect: set it back to the start."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError
from games.core.notices import Event
from games.core.pool import POOLS
from games.models import Case, ModerationLog
from games.selectors.ratings import pool_label
from games.services import rating_reset
from games.services.moderation_log import checked_note, note_step
from games.services.notices import tell
from games.services.retry import retried
from games.services.sanctions import hold_for


@retried
def reset_rating(*, case: Case, pool_key: str, by: User, note: str, now: datetime) -> None:
    """Let the suspect begin anew in a pool, from now on; he is told.

    Raises:
        BadRequestError: ``bad_request``, ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``, ``own_case``.
        ConflictError: ``nothing_to_do``; what `take_case` raises.
    """
    why = checked_note(note)
    pool = next((one for one in POOLS if one.key == pool_key), None)
    if pool is None:
        raise BadRequestError("bad_request", "Choose one of the ratings.")
    user = case.suspect
    with transaction.atomic(durable=True):
        hold_for(user, by, "reset_rating", case.pk, now)
        if not rating_reset.reset(user, pool.key, by=by, note=why, now=now):
            raise ConflictError("nothing_to_do", "This rating is at the start already.")
        step = note_step(
            ModerationLog.Action.RATING_RESET,
            by=by,
            user=user,
            note=why,
            now=now,
            case=case,
            facts={"pool": pool.key},
        )
        with override(user.language or None):
            sentence = _("A moderator has set your rating back to the start: %(pool)s")
            sentence %= {"pool": pool_label(pool)}
        tell(
            [user],
            Event.MODERATION,
            key=f"reset:{step.pk}",
            now=now,
            sentence=sentence,
            path=f"/players/{user.get_username()}/",
        )
