"""Hold a game's row, and prove it by type."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.core.errors import DomainError, NotAllowedError
from games.core.types import Seat
from games.models import Game, GameSecret, Player
from games.rules import registry
from games.rules.ruleset import Ruleset
from games.selectors.game import games_seen_by

_CHANGING = (
    "score",
    "hand_count",
    "bank",
    "has_moved",
    "has_left",
    "qwirkles",
    "place",
    "is_winner",
    "finished_at",
)
"""What moves and endings change of a player's row."""


@dataclass
class LockedGame:
    """A game whose row this transaction holds, with all that a move needs.

    Only `lock_game` makes one; a function that takes a ``LockedGame`` may write to it.

    Attributes:
        players: by seat, 0..n-1.
        state: the ruleset's own state; replaced when a step is applied.
    """

    game: Game
    secret: GameSecret
    players: list[Player]
    ruleset: Ruleset[Any, Any, Any]
    state: Any

    def seat_of(self, user_id: int) -> Seat:
        """Return the user's seat.

        Raises:
            NotAllowedError: ``not_your_game``.
        """
        for player in self.players:
            if player.user_id == user_id:
                return player.seat
        raise NotAllowedError("not_your_game", "You have no seat in this game.")

    def save(self, now: datetime) -> None:
        """Store the game's public facts, its players and its snapshot.

        Whether a bot is to move becomes a fact of the row here, so that the sweep finds it even
        if every message is lost.
        """
        game = self.game
        is_bot = game.to_move is not None and self.players[game.to_move].user.is_bot
        game.bot_due_at = now if is_bot else None
        game.bot_lease_until = None
        game.bot_tries = 0
        game.save()
        self.secret.state = self.ruleset.encode_state(self.state)
        self.secret.save(update_fields=["state"])
        Player.objects.bulk_update(self.players, _CHANGING)


def lock_game(public_id: str, user_id: int | None = None) -> LockedGame:
    """Return the game with its row locked until the transaction ends.

    Args:
        user_id: whose command it is; None for what the house does, which may know of any game.

    Raises:
        DomainError: ``no_such_game``.

    Lock: takes the game row; call inside ``transaction.atomic``. SQLite locks the whole database
    instead, as every transaction begins IMMEDIATE.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock_game needs a transaction.")
    games = Game.objects.all() if user_id is None else games_seen_by(user_id)
    game = games.select_for_update(of=("self",)).filter(public_id=public_id).first()
    if game is None:
        raise DomainError("no_such_game", "There is no such game.")
    secret = GameSecret.objects.get(game=game)
    players = list(game.players.select_related("user", "standing_order").order_by("seat"))
    ruleset = registry.get(game.ruleset_key)
    return LockedGame(game, secret, players, ruleset, ruleset.decode_state(secret.state))
