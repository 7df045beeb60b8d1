"""Begin and end vacations, and let the clocks of the turns of who is away stand.

A vacation is a row of its own, and the only truth about who is away: whether a clock should stand
follows from it. So a command stores the row first and then goes from game to game, each in a
transaction of its own; what an interruption leaves undone, the sweep finds by comparing the two.

Locks: a user's row may be taken while a game's row is held (the vacation before a loss on time),
never a game's row while a user's is held. So nobody who holds a user waits for a game, and no
circle can close.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games import outbox
from games.core.clock import Clock
from games.core.errors import ConflictError
from games.core.vacation import LEAST_COST, LEAST_LEFT
from games.models import Vacation
from games.selectors.vacations import left_of_year, may_pause, misjudged_clocks, open_vacation
from games.services.locking import LockedGame, lock_game
from games.services.retry import BusyError, retried
from games.services.turn_clock import running_clock, set_clock

logger = logging.getLogger(__name__)

SWEEP_SIZE = 200


def start_vacation(*, user_id: int, now: datetime) -> Vacation:
    """Let every clock that runs for this user stand from now on; once if he is away already.

    Raises:
        ConflictError: ``no_vacation_left``, less than a day of the budget is left.
    """
    vacation = _begin(user_id, now)
    settle_clocks(user_id=user_id, now=now)
    return vacation


def end_vacation(*, user_id: int, now: datetime) -> bool:
    """Let his clocks run again, with `LEAST_LEFT` at least; return whether he was away."""
    was_away = _end(user_id, now)
    settle_clocks(user_id=user_id, now=now)
    return was_away


def sweep_vacations(*, now: datetime) -> int:
    """End the vacations whose budget is used up, mend what was interrupted; return how many clocks.

    One sweep takes `SWEEP_SIZE` of each; the next goes on from there.
    """
    over = Vacation.objects.filter(ended_at__isnull=True, ends_at__lte=now).order_by("ends_at")
    for user_id in list(over.values_list("user_id", flat=True)[:SWEEP_SIZE]):
        _end_used_up(user_id, now)
    return settle_clocks(now=now)


def settle_clocks(*, now: datetime, user_id: int | None = None) -> int:
    """Stop or start every clock that does not fit who is away; return how many were.

    Args:
        user_id: whose turns alone; None for everybody's.
    """
    wrong = misjudged_clocks().order_by("game_id")
    if user_id is not None:
        wrong = wrong.filter(user_id=user_id)
    games = list(wrong.values_list("game__public_id", flat=True)[: None if user_id else SWEEP_SIZE])
    return sum(_settle_quietly(public_id, now) for public_id in games)


def begin_automatic(table: LockedGame, now: datetime) -> bool:
    """Let the clock of who is to move and out of time stand, if a vacation is left to him.

    Whoever is away already has simply not been met here yet. Returns whether the clock stands now.

    Lock: the caller holds the game; takes the row of the user.
    """
    seat = table.game.to_move
    if seat is None or not may_pause(table.game):
        return False
    user = table.players[seat].user
    locked = _lock_user(user.pk)
    vacation = open_vacation(user.pk)
    if vacation is None:
        left = left_of_year(user.pk, now)
        if not locked.has_auto_vacation or left < LEAST_COST:
            return False
        _open(user.pk, now, left, is_automatic=True)
    elif not _was_in_time(table, vacation, locked):
        return False
    settle_clock(table, now)
    return True


def settle_clock(table: LockedGame, now: datetime) -> bool:
    """Stop or start the clock if it does not fit who is away; return whether it did not.

    It stands from the beginning of the vacation on, however late we are; it runs from now on, so
    that nobody loses time by our delay.

    Lock: the caller holds the game.
    """
    clock, seat = running_clock(table), table.game.to_move
    if clock is None or seat is None or not may_pause(table.game):
        return False
    vacation = open_vacation(table.players[seat].user_id)
    if (vacation is None) != (clock.since is None):
        return False
    set_clock(
        table, _resumed(clock, now) if vacation is None else clock.stopped(vacation.started_at)
    )
    table.game.save(update_fields=["clock_used", "clock_since", "deadline_at"])
    outbox.announce_game(table.game, [player.user_id for player in table.players])
    return True


@retried
def _begin(user_id: int, now: datetime) -> Vacation:
    with transaction.atomic(durable=True):
        _lock_user(user_id)
        vacation = open_vacation(user_id)
        if vacation is not None:
            return vacation
        left = left_of_year(user_id, now)
        if left < LEAST_COST:
            raise ConflictError("no_vacation_left", "Your vacation days of this year are used up.")
        return _open(user_id, now, left)


def _open(user_id: int, now: datetime, left: timedelta, *, is_automatic: bool = False) -> Vacation:
    """Begin every vacation, of either kind. Lock: the caller holds the user."""
    return Vacation.objects.create(
        user_id=user_id, started_at=now, ends_at=now + left, is_automatic=is_automatic
    )


@retried
def _end(user_id: int, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        _lock_user(user_id)
        vacation = open_vacation(user_id)
        if vacation is None:
            return False
        vacation.ended_at = max(vacation.started_at, min(now, vacation.ends_at))
        vacation.save(update_fields=["ended_at"])
        return True


def _end_used_up(user_id: int, now: datetime) -> None:
    """End a vacation that was over when it was read; the next sweep finds what fails here."""
    try:
        _end(user_id, now)
    except BusyError:
        logger.warning("The vacation of user %s could not be ended yet", user_id)


@retried
def _settle(public_id: str, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        return settle_clock(lock_game(public_id), now)


def _settle_quietly(public_id: str, now: datetime) -> bool:
    """Do as `settle_clock`; a game that cannot be settled holds up no other."""
    try:
        return _settle(public_id, now)
    except BusyError:
        return False
    except Exception:
        logger.exception("The clock of game %s could not be settled", public_id)
        return False


def _lock_user(user_id: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def _was_in_time(table: LockedGame, vacation: Vacation, user: User) -> bool:
    """Return whether the clock still ran when this vacation began, or one would have by itself."""
    clock = running_clock(table)
    return user.has_auto_vacation or (clock is not None and not clock.is_over(vacation.started_at))


def _resumed(clock: Clock, now: datetime) -> Clock:
    """Return a standing clock as it runs from now on, with `LEAST_LEFT` at least."""
    missing = LEAST_LEFT + clock.used - clock.pace.allowance - clock.bank
    return clock.credited(max(timedelta(), missing)).running(now)
