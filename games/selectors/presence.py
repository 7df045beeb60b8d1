"""Who of the players is on the site now."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.core.types import Seat
from games.models import Game, Player, Presence

ONLINE_FOR = timedelta(minutes=2)
"""Somebody seen this recently counts as being here; twice the pause between two notes."""


def online_seats(players: Iterable[Player], now: datetime) -> set[Seat]:
    """Return the seats of players who are here now; a bot always is.

    Args:
        players: with ``user`` and ``user__presence`` selected, or each costs a query.
    """
    return {player.seat for player in players if _is_online(player, now)}


def others_online(game: Game, viewer_id: int | None, now: datetime) -> str:
    """Return the seats of the others who are here now, as a short text like ``02``."""
    players = game.players.select_related("user__presence").exclude(user_id=viewer_id or 0)
    return "".join(str(seat) for seat in sorted(online_seats(players, now)))


def _is_online(player: Player, now: datetime) -> bool:
    if player.user.is_bot:
        return True
    try:
        return bool(player.user.presence.seen_at > now - ONLINE_FOR)
    except Presence.DoesNotExist:
        return False
