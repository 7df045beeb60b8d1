"""Remind those whose time runs out: twice a turn, each time once."""

import logging
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction

from accounts.models import User
from games.core.notices import Event, reminders
from games.core.pace import PACES
from games.models import Game, Notice
from games.services.locking import LockedGame, lock_game
from games.services.notices import tell
from games.services.retry import retried

logger = logging.getLogger(__name__)

SWEEP_SIZE = 300
TROUBLE = timedelta(hours=1)
SWEEP_S = 2.0
"""Seconds; a task is stopped after ten."""


def first_reminder(game: Game) -> datetime | None:
    """Return when the seat to move is first reminded; None where it is not.

    A moment that is past already is right: the sweep then tells what time is left.
    """
    marks = marks_of(game)
    return game.deadline_at - marks[0] if game.deadline_at is not None and marks else None


def marks_of(game: Game) -> tuple[timedelta, ...]:
    """Return how long before the end of the turn that runs now its player is reminded."""
    if game.deadline_at is None or game.clock_since is None:
        return ()
    whole = game.deadline_at - game.clock_since + game.clock_used
    return reminders(PACES[game.pace], whole)


def sweep_reminders(*, now: datetime) -> int:
    """Remind everybody whose reminder is due; return how many games were looked at."""
    until = monotonic() + SWEEP_S
    due = Game.objects.filter(reminder_at__lte=now).order_by("reminder_at", "pk")
    seen = 0
    for public_id in list(due.values_list("public_id", flat=True)[:SWEEP_SIZE]):
        _remind_quietly(public_id, now)
        seen += 1
        if monotonic() > until:
            break
    return seen


def _remind_quietly(public_id: str, now: datetime) -> None:
    """Remind; a game that cannot be read waits an hour, and holds up nobody behind it."""
    try:
        remind(public_id=public_id, now=now)
    except Exception:
        logger.exception("Nobody could be reminded in game %s", public_id)
        Game.objects.filter(public_id=public_id).update(reminder_at=now + TROUBLE)


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
    game.reminder_at, marks = None, marks_of(game)
    if game.deadline_at is None or seat is None:
        return False
    left = game.deadline_at - now
    reached = [number for number, mark in enumerate(marks) if left <= mark]
    ahead = [mark for mark in marks if left > mark]
    if ahead:
        game.reminder_at = game.deadline_at - ahead[0]
    if not reached or left <= timedelta():
        return False
    user = table.players[seat].user
    tell(
        [user],
        Event.TIME_SHORT,
        key=f"time:{game.pk}:{_turn_of(game, user)}:{reached[-1]}",
        now=now,
        game=game,
        is_last=not ahead,
    )
    return True


def _turn_of(game: Game, user: User) -> int:
    """Return what names this turn: the version at which its player was told of it.

    The version now is no name: another player who leaves moves it on, and the turn stays.
    """
    told = Notice.objects.filter(user=user, game=game, event=Event.YOUR_TURN).order_by("-pk")
    return told.values_list("game_version", flat=True).first() or 0
