"""Helpers to talk in tests through the real services."""

import itertools
from typing import Any

from accounts.models import User
from games.models import ChatLine, Game, Room
from games.services.chat import say
from tests.factories import NOW

_keys = (f"said-{number}" for number in itertools.count(1))


def say_line(game: Game, user: User, text: str = "Good luck", **fields: Any) -> ChatLine:
    """Say one line; a player says it at the table, anybody else among the spectators."""
    is_player = game.players.filter(user=user).exists()
    return say(
        **{
            "public_id": game.public_id,
            "user": user,
            "room": Room.TABLE if is_player else Room.STANDS,
            "text": text,
            "key": next(_keys),
            "now": NOW,
            **fields,
        }
    )
