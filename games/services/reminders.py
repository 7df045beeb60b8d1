"""Remind those whose time runs out: twice a turn, each time once."""

from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction

from games.core.notices import Event, reminders
from games.core.pace import PACES
from games.models import Game
from games.services.locking import LockedGame, lock_game
from games.services.notices import tell
from games.services.retry import retried

SWEEP_SIZE = 300
SWEEP_S = 6.0
"""Seconds; a task is stopped after ten."""


def first_reminder(game: Game) -> datetime | None:
    """Return when the seat to move is first reminded; None where it is not.

    A moment that is past already is right: the sweep then tells what time is left.
    """
    marks = reminders(PACES[game.pace])
    return game.deadline_at - marks[0] if game.deadline_at is not None and marks else None


def sweep_reminders(*, now: datetime) -> int:
    """Remind everybody whose reminder is due; return how many games were looked at."""
    until = monotonic() + SWEEP_S
    due = Game.objects.filter(reminder_at__lte=now).order_by("reminder_at", "pk")
    seen = 0
    for public_id in list(due.values_list("public_id", flat=True)[:SWEEP_SIZE]):
        remind(public_id=public_id, now=now)
        seen += 1
        if monotonic() > until:
            break
    return seen


@retried
def remind(*, public_id: str, now: datetime) -> bool:
    """Remind the player to move of a game if that is due; return whether it was.

    Raises:
        DomainError: ``no_such_game``.
    """
    with transaction.atomic(durable=True):
        table = lock_game(public_id)
        game = table.game
        if game.reminder_at is None or game.reminder_at > now:
            return False
        is_told = _tell(table, now)
        game.save(update_fields=["reminder_at"])
        return is_told


def _tell(table: LockedGame, now: datetime) -> bool:
    """Tell how much time is left, and set the next reminder."""
    game, seat = table.game, table.game.to_move
    game.reminder_at, marks = None, reminders(PACES[table.game.pace])
    if game.deadline_at is None or seat is None:
        return False
    left = game.deadline_at - now
    reached = [number for number, mark in enumerate(marks) if left <= mark]
    ahead = [mark for mark in marks if left > mark]
    if ahead:
        game.reminder_at = game.deadline_at - ahead[0]
    if not reached or left <= timedelta():
        return False
    tell(
        [table.players[seat].user],
        Event.TIME_SHORT,
        key=f"time:{game.pk}:{game.version}:{reached[-1]}",
        now=now,
        game=game,
    )
    return True
