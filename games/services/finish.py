"""The one way a game ends."""

from datetime import datetime

from django.db import transaction

from games import outbox
from games.core.errors import ConflictError
from games.core.types import EndReason
from games.models import Game
from games.rules.ruleset import Result
from games.services.locking import LockedGame, lock_game
from games.services.retry import retried


def finish_game(table: LockedGame, result: Result, now: datetime) -> None:
    """Store how the game ended: reason, places and winners.

    Lock: the caller holds the game.
    """
    for player in table.players:
        player.score = result.scores[player.seat]
        player.place = result.places[player.seat]
        player.is_winner = player.seat in result.winners
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
        table = lock_game(public_id)
        seat = table.seat_of(user_id)
        if table.game.status == Game.Status.ABORTED:
            return table.game
        if not table.game.is_running:
            raise ConflictError("game_over", "The game is already over.")
        if table.players[seat].has_moved:
            raise ConflictError(
                "too_late_to_abort", "You have moved already; you can resign instead."
            )
        table.game.version += 1
        _close(table, Game.Status.ABORTED, EndReason.ABORTED, now)
        outbox.announce_game(table.game, [player.user_id for player in table.players])
        return table.game


def _close(table: LockedGame, status: Game.Status, reason: EndReason, now: datetime) -> None:
    table.game.status = status
    table.game.end_reason = reason
    table.game.finished_at = now
    table.game.to_move = None
    table.game.clock_since = table.game.deadline_at = None
    table.save(now)
