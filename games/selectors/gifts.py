"""Time that players gave each other in a game, and what may be given now."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games.core.pace import HOUR, PACES
from games.core.types import Seat
from games.models import Game, Player

SHOWN = 3


def gift_view(game: Game, players: Sequence[Player], you: Seat | None) -> dict[str, Any]:
    """Return the newest gifts as ``given``, and to whom the viewer may give what as ``offer``.

    ``given``: ``giver``, ``getter``, and ``minutes`` or ``days``. ``offer``: ``seat``, ``name``,
    ``minutes`` or ``days``, and ``key``; None for who may give nothing. The key follows from what
    was given before, so that a click on an old page gives nothing twice.
    """
    names = {player.user_id: player.user.get_username() for player in players}
    newest = list(game.gifts.order_by("-id")[:SHOWN])
    given = [
        {
            "giver": names.get(gift.by_id, ""),
            "getter": players[gift.seat].user.get_username(),
            **_amount(gift.amount),
        }
        for gift in newest
    ]
    offer = _offer(game, players, you)
    if offer is not None:
        offer["key"] = f"gift-{game.version}-{you}-{newest[0].pk if newest else 0}"
    return {"given": given, "offer": offer}


def _offer(game: Game, players: Sequence[Player], you: Seat | None) -> dict[str, Any] | None:
    if you is None or game.to_move is None or you == game.to_move or players[you].has_left:
        return None
    mover = players[game.to_move]
    if mover.user.is_bot:
        return None
    amount = _amount(PACES[game.pace].gift)
    return {"seat": mover.seat, "name": mover.user.get_username(), **amount}


def _amount(amount: timedelta) -> dict[str, int]:
    """Return an amount in whole days and, below a day, in minutes; the other is zero."""
    is_long = amount >= 24 * HOUR
    return {"days": amount.days, "minutes": 0 if is_long else amount // timedelta(minutes=1)}
