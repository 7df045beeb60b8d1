"""Who of the players is on the site now."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.models import User
from games.core.types import Seat
from games.models import Game, Player, Presence
from games.selectors.privacy import shows_presence

ONLINE_FOR = timedelta(minutes=2)
"""Somebody seen this recently counts as being here; twice the pause between two notes."""


def online_seats(players: Iterable[Player], now: datetime) -> set[Seat]:
    """Return the seats of players who are here now and let it be seen; a bot always is.

    Args:
        players: with ``user``, ``user__presence`` and ``user__privacy`` selected, or each costs
            two queries.
    """
    return {player.seat for player in players if is_here(player.user, now)}


def others_online(game: Game, viewer_id: int | None, now: datetime) -> str:
    """Return the seats of the others who are here now, as a short text like ``02``."""
    others = game.players.exclude(user_id=viewer_id or 0)
    players = others.select_related("user__presence", "user__privacy")
    return "".join(str(seat) for seat in sorted(online_seats(players, now)))


def is_here(user: User, now: datetime) -> bool:
    """Return whether somebody is here now and lets it be seen; a bot always is.

    Args:
        user: with ``presence`` and ``privacy`` selected, or each costs a query.
    """
    if user.is_bot:
        return True
    try:
        seen_at = user.presence.seen_at
    except Presence.DoesNotExist:
        return False
    return bool(seen_at > now - ONLINE_FOR) and shows_presence(user)
