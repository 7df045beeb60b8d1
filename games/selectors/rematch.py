"""Who would play again after a game: what the form behind "Rematch" sends."""

from typing import Any

from games.bots import registry as bots
from games.core.types import Seat
from games.models import Challenge, Player


def rematch_of(players: list[Player], you: Seat | None) -> dict[str, Any] | None:
    """Return the offer that seats the same players again; None where there can be none.

    Against bots only it has ``bots``, their keys. With people it has ``kind``, ``seat_count`` and
    ``invitees``, their names with commas between; bots of such a table stay out of it.
    """
    if you is None:
        return None
    others = [player.user for player in players if player.seat != you]
    people = [user for user in others if not user.is_bot]
    if people:
        if not all(user.is_active for user in people):
            return None
        return {
            "kind": Challenge.Kind.DIRECT.value,
            "seat_count": len(people) + 1,
            "invitees": ", ".join(user.get_username() for user in people),
        }
    known = {bot.key for bot in bots.all_bots()}
    keys = [user.bot_key for user in others]
    return {"bots": keys} if set(keys) <= known else None
