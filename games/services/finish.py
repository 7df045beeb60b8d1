"""The one way a game ends."""

from datetime import datetime

from django.db import transaction
from django.db.models.functions import Coalesce, Greatest

from games import outbox
from games.core.errors import ConflictError
from games.core.types import EndReason, Seat
from games.models import Game, StandingOrder
from games.rules.ruleset import Result
from games.services.conduct import note_conduct
from games.services.locking import LockedGame, lock_game
from games.services.notices import tell_over
from games.services.ratings import rate_game
from games.services.retry import retried


def finish_game(table: LockedGame, result: Result, now: datetime) -> None:
    """Store how the game ended: reason, places and winners.

    Lock: the caller holds the game.
    """
    for player in table.players:
        player.score = result.scores[player.seat]
        player.place = result.places[player.seat]
        player.is_winner = player.seat in result.winners
    rate_game(table, now)
    _close(table, Game.Status.FINISHED, result.reason, now)


@retried
def abort_game(*, public_id: str, user_id: int, now: datetime) -> Game:
    """Call a game off before one's own first move; it counts for nobody.

    Raises:
        NotAllowedError: ``not_your_game``.
        ConflictError: ``game_over``, ``too_late_to_abort``.
        BusyError: the database stayed locked; nothing was changed.
    """
    with transaction.atomic(durable=True):
        table = lock_game(public_id, user_id)
        seat = table.seat_of(user_id)
        if table.game.status == Game.Status.ABORTED:
            return table.game
        if not table.game.is_running:
            raise ConflictError("game_over", "The game is already over.")
        if table.players[seat].has_moved:
            raise ConflictError(
                "too_late_to_abort", "You have moved already; you can resign instead."
            )
        if table.game.is_binding:
            raise ConflictError(
                "ladder_game_counts", "A ladder game counts once it has begun; you can resign."
            )
        call_off(table, seat, EndReason.ABORTED, now)
        return table.game


def is_no_show(table: LockedGame, seat: Seat) -> bool:
    """Return whether a game between two is called off, not lost, when this seat is out of time.

    Nobody loses a game that he never began, but for one of a ladder in which the other has moved.
    Of three or four the others play on without him.
    """
    has_begun = table.players[seat].has_moved or table.game.is_binding
    return len(table.players) == 2 and not has_begun


def call_off(table: LockedGame, seat: Seat, reason: EndReason, now: datetime) -> None:
    """End a game that counts for nobody, and keep through which seat it came to that.

    Lock: the caller holds the game.
    """
    table.game.version += 1
    table.game.ended_by = seat
    _close(table, Game.Status.ABORTED, reason, now)
    outbox.announce_game(table.game, [player.user_id for player in table.players])


def _close(table: LockedGame, status: Game.Status, reason: EndReason, now: datetime) -> None:
    table.game.status = status
    table.game.end_reason = reason
    table.game.finished_at = now
    for player in table.players:
        player.finished_at = now
    table.game.to_move = None
    table.game.clock_since = table.game.deadline_at = table.game.reminder_at = None
    table.save(now)
    note_conduct(table, now)
    tell_over(table, now)
    waiting = StandingOrder.objects.filter(player__game=table.game, closed_at=None)
    waiting.update(outcome=StandingOrder.Outcome.OVER, closed_at=now)
    # Nothing is left to stand: an offer or a pause ends with its game.
    pauses = table.game.pauses.filter(ended_at__isnull=True)
    pauses.update(ended_at=Greatest(now, Coalesce("began_at", now)))
