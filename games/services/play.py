"""The one transactional place where a move is applied."""

import hashlib
import hmac
import logging
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from games import outbox
from games.core.errors import BadRequestError, ConflictError
from games.core.rng import SeededChance, rng_for
from games.core.types import Phase, Seat
from games.models import Game, Ply, PlySecret
from games.rules.ruleset import Step
from games.services.finish import finish_game
from games.services.locking import LockedGame, lock_game
from games.services.retry import retried

logger = logging.getLogger(__name__)

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Form of an idempotency key: what a client makes for one intent, e.g. a UUID."""

TOLD_BY_THE_MOVE = frozenset(
    ("tiles_placed", "tiles_traded", "tiles_drawn", "turn_passed", "seat_left", "game_finished")
)
"""Kinds of events that add nothing to a ply's move, points and counts."""

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
        ConflictError: ``game_over``, ``stale_version``, ``not_your_turn``, ``key_reused``.
        IllegalMoveError: a code of the ruleset.
        BusyError: the database stayed locked; nothing was changed.
    """
    _check_key(key)
    if move.lower().split()[:1] in (["resign"], ["flag"]):  # the notation reads either case
        raise BadRequestError("bad_request", "Leave a game with the Resign button.")
    try:
        with transaction.atomic(durable=True):
            table = lock_game(public_id)
            seat = table.seat_of(user_id)
            digest = _digest(table, f"{version} {move}")
            if _was_played(table, seat, key, digest):
                return PlayedMove(table.game, is_repeat=True)
            _refuse_out_of_date(table, version)
            _refuse_out_of_turn(table, seat)
            _apply(table, seat, table.ruleset.parse_move(move), now, key=key, digest=digest)
            return PlayedMove(table.game)
    except IntegrityError as error:
        # The locks make this impossible; the constraints are there for the day they do not.
        logger.exception("A constraint stopped a move in game %s", public_id)
        raise ConflictError("stale_version", STALE) from error


@retried
def resign(*, public_id: str, user_id: int, key: str, now: datetime) -> PlayedMove:
    """Take the user out of a game, on or off his turn; the rules say what that means.

    Raises:
        BadRequestError: the key cannot be read.
        NotAllowedError: ``not_your_game``.
        ConflictError: ``game_over``, ``already_left``, ``key_reused``.
        BusyError: the database stayed locked; nothing was changed.
    """
    _check_key(key)
    with transaction.atomic(durable=True):
        table = lock_game(public_id)
        seat = table.seat_of(user_id)
        digest = _digest(table, "resign")
        if _was_played(table, seat, key, digest):
            return PlayedMove(table.game, is_repeat=True)
        _refuse_over(table)
        if table.players[seat].has_left:
            raise ConflictError("already_left", "You have already left this game.")
        _apply(table, seat, table.ruleset.parse_move("resign"), now, key=key, digest=digest)
        return PlayedMove(table.game)


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


def _apply(
    table: LockedGame, seat: Seat, move: Any, now: datetime, *, key: str, digest: str
) -> None:
    """Apply the move and every automatic move that follows, then store all of it.

    Lock: the caller holds the game. Raises IllegalMoveError before anything is written.
    """
    plies = [_step(table, seat, move, now)]
    plies[0][0].key, plies[0][0].digest = key, digest
    while (forced := table.ruleset.automatic_move(table.state)) is not None:
        mover = table.ruleset.to_move(table.state)
        plies.append(_step(table, mover, forced, now, is_automatic=True))
    _store(table, plies, now)
    outbox.announce_game(table.game, [player.user_id for player in table.players])


def _step(
    table: LockedGame, seat: Seat | None, move: Any, now: datetime, *, is_automatic: bool = False
) -> tuple[Ply, PlySecret]:
    """Move the state on by one ply; return its rows, not yet stored."""
    if seat is None:
        raise RuntimeError("An automatic move needs a seat to move.")
    game, ruleset = table.game, table.ruleset
    chance = SeededChance(rng_for(bytes(table.secret.seed), game.public_id, game.version))
    step: Step[Any] = ruleset.apply(table.state, seat, move, chance)
    table.state = step.state
    text = ruleset.format_move(move)
    seen = ruleset.observe(step.state, None, Phase.RUNNING)
    ply = Ply(
        game=game,
        number=game.version,
        seat=seat,
        move=public_text(text),
        points=step.points,
        total=seen.scores[seat],
        bag_count=seen.bag_count,
        hand_count=seen.hand_counts[seat],
        events=_public_events(step),
        is_automatic=is_automatic,
        played_at=now,
    )
    game.version += 1
    others = [other for other in range(len(table.players)) if other != seat]
    gave_drew = [tile for other in others for tile in _drawn(step, other)]
    return ply, PlySecret(ply=ply, move=text, drew=_drawn(step, seat), gave_drew=gave_drew)


def public_text(text: str) -> str:
    """Return the move as everybody may read it: of a trade only the number of tiles."""
    words = text.split()
    if "trade" not in words:
        return text
    at = words.index("trade") + 1
    return " ".join([*words[:at], str(len(words) - at)])


def _public_events(step: Step[Any]) -> list[dict[str, Any]]:
    """Return what happened beside the move itself, as far as everybody saw it."""
    return [
        {"kind": event.kind, "seat": event.seat, **event.public}
        for event in step.events
        if event.kind not in TOLD_BY_THE_MOVE
    ]


def _drawn(step: Step[Any], seat: Seat) -> list[str]:
    """Return what a seat drew in this step, in order."""
    return [
        tile
        for event in step.events
        if event.kind == "tiles_drawn" and event.seat == seat
        for own in [event.private.get(seat, {})]
        for tile in own.get("drew", own.get("tiles", ()))
    ]


def _store(table: LockedGame, plies: list[tuple[Ply, PlySecret]], now: datetime) -> None:
    """Write log, snapshot and public facts; end the game when its rules say so."""
    Ply.objects.bulk_create([ply for ply, _ in plies])
    PlySecret.objects.bulk_create([secret for _, secret in plies])
    seen = table.ruleset.observe(table.state, None, Phase.RUNNING)
    movers = {ply.seat for ply, _ in plies if not ply.is_automatic}
    for player in table.players:
        player.score = seen.scores[player.seat]
        player.hand_count = seen.hand_counts[player.seat]
        player.has_moved = player.has_moved or player.seat in movers
        player.has_left = player.seat in seen.left
    table.game.moved_at = now
    result = table.ruleset.result(table.state)
    if result is not None:
        finish_game(table, result, now)
    else:
        table.game.to_move = table.ruleset.to_move(table.state)
        table.save(now)
