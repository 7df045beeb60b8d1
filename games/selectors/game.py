"""Find a game by its address, and one's seat in it. Knows no rules, so sockets may ask it."""

from games.core.types import Seat
from games.models import Game, Player


def find_game(public_id: str) -> Game | None:
    """Return the game of this address; anybody who knows it may watch."""
    return Game.objects.filter(public_id=public_id).first()


def seat_of(game: Game, user_id: int | None) -> Seat | None:
    """Return the user's seat in this game, or None for somebody who only watches."""
    if user_id is None:
        return None
    return game.players.filter(user_id=user_id).values_list("seat", flat=True).first()


def is_first_game(game: Game, user_id: int) -> bool:
    """Return whether this user has never made a move in any other game."""
    moved = Player.objects.filter(user_id=user_id, has_moved=True)
    return not moved.exclude(game=game).exists()
