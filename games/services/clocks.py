"""Judge deadlines: on every read and write of a game, and in the sweep."""

import logging
from datetime import datetime
from time import monotonic

from django.db import transaction

from games.core.clock import GRACE
from games.core.types import EndReason
from games.models import Game
from games.services.apply import apply_move
from games.services.finish import call_off, is_no_show
from games.services.locking import LockedGame, lock_game
from games.services.retry import BusyError, retried
from games.services.turn_clock import running_clock
from games.services.vacations import begin_automatic

logger = logging.getLogger(__name__)

SWEEP_SIZE = 500
SWEEP_S = 8.0
"""Seconds; a task is stopped after ten."""

FLAG = "flag"


def flag_if_overdue(table: LockedGame, now: datetime) -> bool:
    """Take the seat to move out of the game if its time is up; return whether it was.

    A vacation begins instead if one is left to him. With two players a flag ends the game, and
    before his own first move it is called off; with more, the others play on (rules 6 D25).

    Lock: the caller holds the game.
    """
    clock, seat = running_clock(table), table.game.to_move
    if clock is None or seat is None or not clock.is_over(now):
        return False
    if begin_automatic(table, now):
        return False
    if is_no_show(table, seat):
        call_off(table, seat, EndReason.NO_SHOW, now)
    else:
        apply_move(table, seat, table.ruleset.parse_move(FLAG), now)
    return True


@retried
def judge_deadline(*, public_id: str, now: datetime) -> bool:
    """Flag whoever is out of time in this game; return whether somebody was.

    Any number of callers at once flag a seat once. Raises DomainError ``no_such_game``.
    """
    with transaction.atomic(durable=True):
        return flag_if_overdue(lock_game(public_id), now)


def is_overdue(game: Game, now: datetime) -> bool:
    """Return whether a game as it was read looks overdue: a reason to judge it."""
    return game.deadline_at is not None and now > game.deadline_at + GRACE


def sweep_deadlines(*, now: datetime) -> int:
    """Judge overdue games, the oldest deadline first; return how many seats were flagged.

    One sweep takes `SWEEP_SIZE` games and `SWEEP_S` seconds at most; the next goes on from there. A
    game that cannot be judged is logged and holds up no other.
    """
    overdue = Game.objects.filter(deadline_at__lt=now - GRACE).order_by("deadline_at")
    end = monotonic() + SWEEP_S
    flagged = 0
    for public_id in list(overdue.values_list("public_id", flat=True)[:SWEEP_SIZE]):
        if monotonic() > end:
            break
        flagged += judge_quietly(public_id=public_id, now=now)
    return flagged


def judge_quietly(*, public_id: str, now: datetime) -> bool:
    """Do as `judge_deadline`; what goes wrong is left to the next look, for this one is a reader's.

    Returns whether somebody was flagged.
    """
    try:
        return judge_deadline(public_id=public_id, now=now)
    except BusyError:
        return False
    except Exception:
        logger.exception("The deadline of game %s could not be judged", public_id)
        return False
