"""A moderator asks for a recalculation."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.core.errors import ConflictError, DomainError
from games.models import Game, ModerationLog, Recalculation
from games.services.moderation_log import checked_note, note_step, refuse_unpermitted
from games.services.recalculation import start_recalculation
from games.services.retry import retried

PERMISSION = "start_recalculation"


@retried
def request_recalculation(
    *, pool: str, game: str, by: User, note: str, now: datetime
) -> Recalculation:
    """Start a run over a pool, of which the moderator and his note are kept.

    Args:
        game: the public id of the game to begin at; "" for the whole ledger.
        note: why; compulsory.

    Raises:
        NotAllowedError: ``not_permitted``.
        BadRequestError: ``note_missing``, ``bad_character``, ``text_too_long``.
        DomainError: ``no_such_game`` and what `start_recalculation` raises.
        ConflictError: ``already_waiting``: the same was asked for and has not begun.
    """
    refuse_unpermitted(by, PERMISSION)
    why = checked_note(note)
    from_game = None
    if word := game.strip():
        from_game = Game.objects.filter(public_id=word).first() if word.isprintable() else None
        if from_game is None:
            raise DomainError("no_such_game", "There is no such game.")
    cause = Recalculation.Cause.REQUEST
    with transaction.atomic(durable=True):
        if Recalculation.objects.filter(
            pool=pool, cause=cause, from_game=from_game, state=Recalculation.State.PENDING
        ).exists():
            raise ConflictError("already_waiting", "The same was asked for and will begin soon.")
        run = start_recalculation(pool, by=by, now=now, cause=cause, note=why, from_game=from_game)
        facts = {"pool": pool} | ({} if from_game is None else {"games": [from_game.public_id]})
        note_step(
            ModerationLog.Action.RECALCULATED, by=by, user=None, note=why, now=now, facts=facts
        )
        return run
