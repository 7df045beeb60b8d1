"""Set the clock going at the beginning of a turn, and settle what it used at its end.

Whether a clock stands follows from the whole set of reasons, always asked anew: no reason that ends
lets a clock run while another holds it.
"""

from datetime import datetime, timedelta

from games import outbox
from games.core.clock import Clock
from games.core.vacation import LEAST_LEFT
from games.selectors.clock import clock_of
from games.selectors.pauses import pause_reasons
from games.services.locking import LockedGame
from games.services.reminders import first_reminder

CLOCK_FIELDS = ("clock_used", "clock_since", "deadline_at", "reminder_at")
"""What `set_clock` writes into a game's row."""


def running_clock(table: LockedGame) -> Clock | None:
    """Return the clock of the seat to move; None when there is none."""
    seat = table.game.to_move
    return None if seat is None else clock_of(table.game, table.players[seat])


def begin_turn(table: LockedGame, now: datetime) -> None:
    """Let the clock of the seat that is to move run from now on. The caller saves.

    It stands if there is a reason for that.

    Lock: the caller holds the game.
    """
    table.game.clock_used = timedelta()
    table.game.clock_since = now
    clock, seat = running_clock(table), table.game.to_move
    if clock is not None and seat is not None and pause_reasons(table.game, table.players[seat]):
        clock = clock.stopped(now)
    set_clock(table, clock)


def end_turn(table: LockedGame, now: datetime) -> None:
    """Take out of the mover's bank what the turn that ends now used of it. The caller saves.

    Call before ``to_move`` changes. Lock: the caller holds the game.
    """
    clock, seat = running_clock(table), table.game.to_move
    if clock is not None and seat is not None:
        table.players[seat].bank = clock.bank_after(now)


def settle_clock(table: LockedGame, now: datetime) -> bool:
    """Stop or start the clock if it does not fit the reasons to stand; return whether it did not.

    It stands from the beginning of the first reason on, however late we are; it runs from now on,
    so that nobody loses time by our delay.

    Lock: the caller holds the game.
    """
    clock, seat = running_clock(table), table.game.to_move
    if clock is None or seat is None:
        return False
    reasons = pause_reasons(table.game, table.players[seat])
    if bool(reasons) == (clock.since is None):
        return False
    stopped_at = min((reason.since for reason in reasons), default=now)
    set_clock(table, clock.stopped(stopped_at) if reasons else _resumed(clock, now))
    table.game.save(update_fields=CLOCK_FIELDS)
    announce_clock(table)
    return True


def announce_clock(table: LockedGame) -> None:
    """After commit, tell the table and the players' lists that the clock has changed."""
    outbox.announce_clock(table.game, [player.user_id for player in table.players])


def set_clock(table: LockedGame, clock: Clock | None) -> None:
    """Write a clock into the game's row; None stands for a turn without one."""
    game = table.game
    game.clock_used = timedelta() if clock is None else clock.used
    game.clock_since = None if clock is None else clock.since
    game.deadline_at = None if clock is None else clock.deadline()
    game.reminder_at = first_reminder(game)


def _resumed(clock: Clock, now: datetime) -> Clock:
    """Return a standing clock as it runs from now on, under a slow pace with `LEAST_LEFT`."""
    if not clock.pace.allows_vacation:
        return clock.running(now)
    missing = LEAST_LEFT + clock.used - clock.pace.allowance - clock.bank
    return clock.credited(max(timedelta(), missing)).running(now)
