"""The commands of a player at the table, each in one transaction: play a move, resign."""

import hashlib
import hmac
import logging
import re
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from games.core.errors import BadRequestError, ConflictError
from games.core.types import Seat
from games.models import Game, Ply
from games.services.apply import apply_move
from games.services.clocks import flag_if_overdue
from games.services.locking import LockedGame, lock_game
from games.services.retry import retried

logger = logging.getLogger(__name__)

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Form of an idempotency key: what a client makes for one intent, e.g. a UUID."""

STALE = "The table changed. Your tiles are back in the rack."


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """What became of a command.

    Attributes:
        game: with its new version.
        is_repeat: the same command had been played before; nothing was changed now.
    """

    game: Game
    is_repeat: bool = False


@retried
def play_move(
    *, public_id: str, user_id: int, version: int, key: str, move: str, now: datetime
) -> PlayedMove:
    """Play one move for a user and return the game after it.

    Args:
        version: of the game as the player saw it.
        key: made by the client for this one intent; the same key never plays twice.
        move: in the notation (docs/notation.md section 1).

    Raises:
        BadRequestError: the move or the key cannot be read.
        NotAllowedError: ``not_your_game``.
        ConflictError: ``game_over``, ``time_up``, ``stale_version``, ``not_your_turn``,
            ``key_reused``.
        IllegalMoveError: a code of the ruleset.
        BusyError: the database stayed locked; nothing was changed.
    """
    _check_key(key)
    if move.lower().split()[:1] in (["resign"], ["flag"]):  # the notation reads either case
        raise BadRequestError("bad_request", "Leave a game with the Resign button.")
    try:
        with transaction.atomic(durable=True):
            table = lock_game(public_id, user_id)
            seat = table.seat_of(user_id)
            digest = _digest(table, f"{version} {move}")
            if _was_played(table, seat, key, digest):
                return PlayedMove(table.game, is_repeat=True)
            late = _flagged(table, seat, now)
            if late is None:
                _refuse_out_of_date(table, version)
                _refuse_out_of_turn(table, seat)
                move_read = table.ruleset.parse_move(move)
                apply_move(table, seat, move_read, now, key=key, digest=digest)
                return PlayedMove(table.game)
    except IntegrityError as error:
        # The locks make this impossible; the constraints are there for the day they do not.
        logger.exception("A constraint stopped a move in game %s", public_id)
        raise ConflictError("stale_version", STALE) from error
    raise late


@retried
def resign(*, public_id: str, user_id: int, key: str, now: datetime) -> PlayedMove:
    """Take the user out of a game, on or off his turn; the rules say what that means.

    Raises:
        BadRequestError: the key cannot be read.
        NotAllowedError: ``not_your_game``.
        ConflictError: ``game_over``, ``time_up``, ``already_left``, ``key_reused``.
        BusyError: the database stayed locked; nothing was changed.
    """
    _check_key(key)
    with transaction.atomic(durable=True):
        table = lock_game(public_id, user_id)
        seat = table.seat_of(user_id)
        digest = _digest(table, "resign")
        if _was_played(table, seat, key, digest):
            return PlayedMove(table.game, is_repeat=True)
        late = _flagged(table, seat, now)
        if late is None:
            _refuse_over(table)
            if table.players[seat].has_left:
                raise ConflictError("already_left", "You have already left this game.")
            resigning = table.ruleset.parse_move("resign")
            apply_move(table, seat, resigning, now, key=key, digest=digest)
            return PlayedMove(table.game)
    raise late


def _flagged(table: LockedGame, seat: Seat, now: datetime) -> ConflictError | None:
    """Flag whoever is out of time; return the refusal for this seat's command if that was needed.

    It is for the caller to raise, once the flag is committed.
    """
    late = table.game.to_move
    if not flag_if_overdue(table, now):
        return None
    if seat == late:
        return ConflictError("time_up", "Your time ran out before this move arrived.")
    return ConflictError("stale_version", STALE)


def _check_key(key: str) -> None:
    if not KEY.fullmatch(key):
        raise BadRequestError("bad_request", "The move came without a usable key; reload the page.")


def _digest(table: LockedGame, body: str) -> str:
    """Return what tells commands apart; keyed, so that no trade can be guessed from it."""
    return hmac.new(bytes(table.secret.seed), body.encode(), hashlib.sha256).hexdigest()


def _was_played(table: LockedGame, seat: Seat, key: str, digest: str) -> bool:
    """Return whether this very command is in the log already.

    Raises:
        ConflictError: ``key_reused``, the key belongs to another command.
    """
    ply = Ply.objects.filter(game=table.game, key=key).only("seat", "digest").first()
    if ply is None:
        return False
    if ply.seat != seat or ply.digest != digest:
        raise ConflictError("key_reused", "This key was used for another move; reload the page.")
    return True


def _refuse_over(table: LockedGame) -> None:
    if not table.game.is_running:
        raise ConflictError("game_over", "The game is already over.")


def _refuse_out_of_date(table: LockedGame, version: int) -> None:
    _refuse_over(table)
    if version != table.game.version:
        raise ConflictError("stale_version", STALE)


def _refuse_out_of_turn(table: LockedGame, seat: Seat) -> None:
    to_move = table.ruleset.to_move(table.state)
    if to_move != seat and to_move is not None:
        name = table.players[to_move].user.get_username()
        raise ConflictError("not_your_turn", f"{name} is to move.")
