"""Set the clock going at the beginning of a turn, and settle what it used at its end."""

from datetime import datetime, timedelta

from games.core.clock import Clock
from games.selectors.clock import clock_of
from games.selectors.vacations import may_pause, open_vacation
from games.services.locking import LockedGame


def running_clock(table: LockedGame) -> Clock | None:
    """Return the clock of the seat to move; None when there is none."""
    seat = table.game.to_move
    return None if seat is None else clock_of(table.game, table.players[seat])


def begin_turn(table: LockedGame, now: datetime) -> None:
    """Let the clock of the seat that is to move run from now on. The caller saves.

    It stands for somebody who is away, in a game that allows that.

    Lock: the caller holds the game.
    """
    table.game.clock_used = timedelta()
    table.game.clock_since = now
    clock, seat = running_clock(table), table.game.to_move
    if clock is not None and seat is not None and may_pause(table.game):
        is_away = open_vacation(table.players[seat].user_id) is not None
        clock = clock.stopped(now) if is_away else clock
    set_clock(table, clock)


def end_turn(table: LockedGame, now: datetime) -> None:
    """Take out of the mover's bank what the turn that ends now used of it. The caller saves.

    Call before ``to_move`` changes. Lock: the caller holds the game.
    """
    clock, seat = running_clock(table), table.game.to_move
    if clock is not None and seat is not None:
        table.players[seat].bank = clock.bank_after(now)


def set_clock(table: LockedGame, clock: Clock | None) -> None:
    """Write a clock into the game's row; None stands for a turn without one."""
    game = table.game
    game.clock_used = timedelta() if clock is None else clock.used
    game.clock_since = None if clock is None else clock.since
    game.deadline_at = None if clock is None else clock.deadline()
