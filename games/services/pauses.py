"""Pause the clock of one game: all players agree to it, or a moderator says so.

A row says that the pause lasts; whether the clock stands follows from all rows together
(`turn_clock.settle_clock`). Only the right that began a pause ends it.
"""

import logging
from datetime import datetime

from django.db import transaction

from games.core.errors import ConflictError, NotAllowedError
from games.core.pace import PACES
from games.core.pause import AGREED_MAX, OFFER_LASTS
from games.core.types import Seat
from games.models import Game, Pause
from games.models.pause import REASON_LENGTH_MAX
from games.selectors.pauses import is_offered
from games.services.clocks import judge_deadline
from games.services.locking import LockedGame, lock_game
from games.services.retry import BusyError, retried
from games.services.turn_clock import announce_clock, settle_clock

logger = logging.getLogger(__name__)

SWEEP_SIZE = 200

GONE = "This pause is no longer open; look at the table again."


def propose_pause(*, public_id: str, user_id: int, now: datetime) -> Pause:
    """Ask the other people at the table to let the clock stand; who asks second agrees.

    Bots agree at once, so against bots alone it begins at once.

    Raises:
        NotAllowedError: ``not_your_game``.
        ConflictError: ``game_over``, ``already_left``, ``no_clock``, ``asked_already``: somebody
            said no since the last move.
    """
    judge_deadline(public_id=public_id, now=now)
    return _propose(public_id, user_id, now)


def agree_to_pause(*, public_id: str, user_id: int, pause_id: int, now: datetime) -> Pause:
    """Agree to a proposed pause; the clock stands when the last has. Twice is as once.

    Raises:
        NotAllowedError: ``not_your_game``.
        ConflictError: ``game_over``, ``already_left``, ``no_clock``, ``pause_gone``.
    """
    judge_deadline(public_id=public_id, now=now)
    return _agree(public_id, user_id, pause_id, now)


@retried
def end_pause(*, public_id: str, user_id: int, pause_id: int, now: datetime) -> bool:
    """Say no to a proposed pause, or let the clock run again; any player may.

    Returns whether it was open. Raises as `agree_to_pause`, but never ``pause_gone``.
    """
    with transaction.atomic(durable=True):
        table = lock_game(public_id, user_id)
        _seat(table, user_id)
        row = _open(table, Pause.Kind.AGREED)
        if row is None or row.pk != pause_id:
            return False
        _end(table, row, user_id, now)
        return True


def pause_by_moderator(*, public_id: str, user_id: int, reason: str, now: datetime) -> Pause:
    """Let the clock of a game stand by a moderator's word, until a moderator lets it run.

    Who may is for the caller to know.

    Raises:
        NotAllowedError: ``own_game``, moderators do not judge their own games.
        ConflictError: ``game_over``, ``no_clock``.
    """
    judge_deadline(public_id=public_id, now=now)
    return _pause_by_moderator(public_id, user_id, reason, now)


@retried
def resume_by_moderator(*, public_id: str, user_id: int, now: datetime) -> bool:
    """End a moderator's pause; return whether there was one. Raises as `pause_by_moderator`."""
    with transaction.atomic(durable=True):
        table = lock_game(public_id)
        _refuse_own(table, user_id)
        row = _open(table, Pause.Kind.MODERATOR)
        if row is None:
            return False
        _end(table, row, user_id, now)
        return True


def sweep_pauses(*, now: datetime) -> int:
    """End the offers and pauses whose time is over; return how many.

    One sweep takes `SWEEP_SIZE`; the next goes on from there.
    """
    over = Pause.objects.filter(ended_at__isnull=True, until__lte=now).order_by("until")
    games = list(over.values_list("game__public_id", flat=True)[:SWEEP_SIZE])
    return sum(_end_over_quietly(public_id, now) for public_id in games)


@retried
def _propose(public_id: str, user_id: int, now: datetime) -> Pause:
    with transaction.atomic(durable=True):
        table = lock_game(public_id, user_id)
        seat = _seat(table, user_id)
        row = _open(table, Pause.Kind.AGREED)
        if row is not None and row.began_at is None and not is_offered(row, table.game, now):
            _end(table, row, None, now)
            row = None
        if row is None:
            _refuse_asked(table, user_id)
            row = Pause(
                game=table.game,
                kind=Pause.Kind.AGREED,
                by_id=user_id,
                version=table.game.version,
                until=now + OFFER_LASTS,
            )
        return _add_seat(table, row, seat, now)


@retried
def _agree(public_id: str, user_id: int, pause_id: int, now: datetime) -> Pause:
    with transaction.atomic(durable=True):
        table = lock_game(public_id, user_id)
        seat = _seat(table, user_id)
        row = _open(table, Pause.Kind.AGREED)
        is_open = row is not None and (row.began_at is not None or is_offered(row, table.game, now))
        if row is None or row.pk != pause_id or not is_open:
            raise ConflictError("pause_gone", GONE)
        return _add_seat(table, row, seat, now)


def _add_seat(table: LockedGame, row: Pause, seat: Seat, now: datetime) -> Pause:
    """Note that a seat agrees, and begin when the last one has."""
    if row.began_at is not None or seat in row.agreed:
        return row
    row.agreed = sorted({*row.agreed, seat})
    people = {
        player.seat for player in table.players if not player.user.is_bot and not player.has_left
    }
    if people <= set(row.agreed):
        row.began_at, row.until = now, now + AGREED_MAX
    row.save()
    settle_clock(table, now)
    announce_clock(table)
    return row


@retried
def _pause_by_moderator(public_id: str, user_id: int, reason: str, now: datetime) -> Pause:
    with transaction.atomic(durable=True):
        table = lock_game(public_id)
        _refuse_own(table, user_id)
        _refuse_without_clock(table)
        row = _open(table, Pause.Kind.MODERATOR)
        if row is not None:
            return row
        row = Pause.objects.create(
            game=table.game,
            kind=Pause.Kind.MODERATOR,
            by_id=user_id,
            reason=reason[:REASON_LENGTH_MAX],
            version=table.game.version,
            began_at=now,
        )
        settle_clock(table, now)
        announce_clock(table)
        return row


@retried
def _end_over(public_id: str, now: datetime) -> int:
    with transaction.atomic(durable=True):
        table = lock_game(public_id)
        over = list(table.game.pauses.filter(ended_at__isnull=True, until__lte=now))
        for row in over:
            _end(table, row, None, now)
        return len(over)


def _end_over_quietly(public_id: str, now: datetime) -> int:
    """Do as `_end_over`; a game that cannot be settled holds up no other."""
    try:
        return _end_over(public_id, now)
    except BusyError:
        return 0
    except Exception:
        logger.exception("The pauses of game %s could not be ended", public_id)
        return 0


def _end(table: LockedGame, row: Pause, user_id: int | None, now: datetime) -> None:
    """End an offer or a pause; the clock runs if nothing else holds it."""
    row.ended_at = now if row.began_at is None else max(now, row.began_at)
    row.ended_by_id = user_id
    row.save(update_fields=["ended_at", "ended_by"])
    settle_clock(table, now)
    announce_clock(table)


def _open(table: LockedGame, kind: Pause.Kind) -> Pause | None:
    return table.game.pauses.filter(kind=kind, ended_at__isnull=True).first()


def _seat(table: LockedGame, user_id: int) -> Seat:
    """Return the seat of a user who plays on in a game with a clock."""
    seat = table.seat_of(user_id)
    _refuse_without_clock(table)
    if table.players[seat].has_left:
        raise ConflictError("already_left", "You have already left this game.")
    return seat


def _refuse_without_clock(table: LockedGame) -> None:
    game: Game = table.game
    if not game.is_running:
        raise ConflictError("game_over", "The game is already over.")
    if not PACES[game.pace].is_timed:
        raise ConflictError("no_clock", "This game has no clock.")


def _refuse_own(table: LockedGame, user_id: int) -> None:
    if any(player.user_id == user_id for player in table.players):
        raise NotAllowedError("own_game", "You play in this game; ask another moderator.")


def _refuse_asked(table: LockedGame, user_id: int) -> None:
    """Refuse a second offer after a no, until somebody has moved."""
    refused = table.game.pauses.filter(
        kind=Pause.Kind.AGREED,
        by_id=user_id,
        version=table.game.version,
        began_at__isnull=True,
        ended_by__isnull=False,
    )
    if refused.exists():
        raise ConflictError(
            "asked_already", "Your pause was turned down; ask again after the next move."
        )
