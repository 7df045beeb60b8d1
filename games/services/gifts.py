"""Give the player to move more time: good will, once a key and so often a move."""

from datetime import datetime

from django.db import transaction

from games.core.errors import BadRequestError, ConflictError
from games.core.types import Seat
from games.models import Game, Gift
from games.services.clocks import judge_deadline
from games.services.locking import LockedGame, lock_game
from games.services.play import KEY
from games.services.retry import retried
from games.services.turn_clock import CLOCK_FIELDS, announce_clock, running_clock, set_clock

MOVE_MAX = 3
"""Gifts that one player to move may get from all others together before he moves."""

GAME_MAX = 20
"""Gifts that one player may give in one game."""


def give_time(*, public_id: str, user_id: int, seat: Seat, key: str, now: datetime) -> Gift:
    """Add the pace's gift to the bank of the seat to move. Its game stays at its version.

    Args:
        seat: who is meant, so that a late click gives nothing to the next.
        key: made by the client for this one intent; the same key never gives twice.

    Raises:
        BadRequestError: ``bad_request``, the key cannot be read.
        NotAllowedError: ``not_your_game``.
        ConflictError: ``key_reused``, ``game_over``, ``already_left``, ``no_clock``, ``own_clock``,
            ``not_to_move``, ``enough_given``.
    """
    if not KEY.fullmatch(key):
        raise BadRequestError("bad_request", "The gift came without a usable key; reload the page.")
    judge_deadline(public_id=public_id, now=now)
    return _give(public_id, user_id, seat, key, now)


@retried
def _give(public_id: str, user_id: int, seat: Seat, key: str, now: datetime) -> Gift:
    with transaction.atomic(durable=True):
        table = lock_game(public_id, user_id)
        giver = table.seat_of(user_id)
        given = Gift.objects.filter(game=table.game, key=key).first()
        if given is not None:
            if given.by_id != user_id:
                raise ConflictError("key_reused", "This key was used already; reload the page.")
            return given
        _refuse(table, giver, seat)
        clock = running_clock(table)
        if clock is None:
            raise ConflictError("no_clock", "No clock runs in this turn.")
        after = clock.given()
        player = table.players[seat]
        player.bank = after.bank
        player.save(update_fields=["bank"])
        set_clock(table, after)
        table.game.save(update_fields=CLOCK_FIELDS)
        announce_clock(table)
        return Gift.objects.create(
            game=table.game,
            by_id=user_id,
            seat=seat,
            amount=clock.pace.gift,
            version=table.game.version,
            key=key,
            given_at=now,
        )


def _refuse(table: LockedGame, giver: Seat, seat: Seat) -> None:
    game: Game = table.game
    if not game.is_running:
        raise ConflictError("game_over", "The game is already over.")
    if table.players[giver].has_left:
        raise ConflictError("already_left", "You have already left this game.")
    if giver == game.to_move:
        raise ConflictError("own_clock", "It is your own turn; only others can give you time.")
    if seat != game.to_move:
        raise ConflictError("not_to_move", "Somebody else is to move now.")
    if game.gifts.filter(version=game.version).count() >= MOVE_MAX:
        raise ConflictError("enough_given", "Enough time was given for this move.")
    if game.gifts.filter(by_id=table.players[giver].user_id).count() >= GAME_MAX:
        raise ConflictError("enough_given", "You have given enough time in this game.")
