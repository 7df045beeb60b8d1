"""The clock of a game's turn, as its rows tell it."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings

from games.core.clock import Clock
from games.core.pace import NONE, PACES
from games.models import Game, Player


def clock_of(game: Game, player: Player) -> Clock | None:
    """Return the clock of the player who is to move; None in a game without one.

    A bot has none: it moves when its turn comes to it.
    """
    pace = PACES[game.pace]
    if not pace.is_timed or not game.is_running or player.user.is_bot:
        return None
    return Clock(
        pace=pace,
        bank=player.bank,
        used=game.clock_used,
        since=game.clock_since,
        zone=zone_named(player.user.time_zone),
    )


def zone_named(name: str) -> ZoneInfo:
    """Return the zone of this name; that of the site for none, or for one that is no more."""
    try:
        return ZoneInfo(name or settings.TIME_ZONE)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)


def clock_view(game: Game, players: Sequence[Player]) -> dict[str, Any] | None:
    """Return what the page shows of the running clock; None when none runs.

    ``deadline`` is when the game is lost, ``bank_from`` when the bank begins to run, or None where
    the pace has no allowance or no bank and there is nothing to tell apart.
    """
    if game.to_move is None:
        return None
    clock = clock_of(game, players[game.to_move])
    if clock is None or clock.since is None:
        return None
    has_both = clock.pace.allowance > NONE and clock.bank > NONE
    return {
        "seat": game.to_move,
        "deadline": clock.deadline(),
        "bank_from": clock.bank_from() if has_both else None,
    }
