"""How one player came out of a game."""

from collections.abc import Sequence
from typing import Any

from games.models import Game, Player

PLAYERS_OF_A_DUEL = 2


def standing(game: Game, me: Player, players: Sequence[Player]) -> dict[str, Any]:
    """Return how ``me`` came out.

    Returns:
        ``kind``: won, draw (a win shared), lost (of two), placed (second to fourth of more) or
        none (still running, or called off); ``place``: 1 to 4, or None.
    """
    return {"kind": _kind(game, me, players), "place": me.place}


def _kind(game: Game, me: Player, players: Sequence[Player]) -> str:
    if game.status != Game.Status.FINISHED:
        return "none"
    if me.is_winner:
        return "won" if sum(player.is_winner for player in players) == 1 else "draw"
    return "lost" if len(players) == PLAYERS_OF_A_DUEL else "placed"
