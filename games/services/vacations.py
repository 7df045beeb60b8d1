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
from games.core.errors import ConflictError
from games.core.vacation import LEAST_COST
from games.models import Vacation
from games.selectors.pauses import misjudged_games
from games.selectors.vacations import left_of_year, may_pause, open_vacation
from games.services.finish import is_no_show
from games.services.locking import LockedGame, lock_game
from games.services.notices import tell_away
from games.services.retry import BusyError, retried
from games.services.turn_clock import running_clock, settle_clock

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
    """Stop or start every clock that does not fit the reasons to stand; return how many were.

    Args:
        user_id: whose turns alone; None for everybody's.
    """
    games = misjudged_games(user_id=user_id, most=None if user_id else SWEEP_SIZE)
    return sum(_settle_quietly(public_id, now) for public_id in games)


def begin_automatic(table: LockedGame, now: datetime) -> bool:
    """Let the clock of who is to move and out of time stand, if a vacation is left to him.

    Whoever is away already has simply not been met here yet. None begins for a game that would only
    be called off. Returns whether the clock stands now.

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
        if not locked.has_auto_vacation or left < LEAST_COST or is_no_show(table, seat):
            return False
        _open(user.pk, now, left, is_automatic=True)
    elif not _was_in_time(table, vacation, locked):
        return False
    settle_clock(table, now)
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
    vacation = Vacation.objects.create(
        user_id=user_id, started_at=now, ends_at=now + left, is_automatic=is_automatic
    )
    tell_away(vacation, now)
    return vacation


@retried
def _end(user_id: int, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        _lock_user(user_id)
        vacation = open_vacation(user_id)
        if vacation is None:
            return False
        vacation.ended_at = max(vacation.started_at, min(now, vacation.ends_at))
        vacation.save(update_fields=["ended_at"])
        tell_away(vacation, now)
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
