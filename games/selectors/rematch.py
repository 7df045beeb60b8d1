"""Who would play again after a game, and how far a rematch has come."""

from typing import Any

from games.bots import registry as bots
from games.core.types import Seat
from games.models import Challenge, ChallengeSeat, Game, Player
from games.selectors.blocks import any_apart

STANDING = (Challenge.Status.OPEN, Challenge.Status.STARTED)
"""States in which a rematch stands in the way of another one."""


def may_rematch(players: list[Player], you: Seat | None) -> bool:
    """Return whether this seat may ask for a rematch: with everybody else who is a person.

    Bots of a table with people stay out of it; against bots only they all play again.
    """
    if you is None:
        return False
    others = [player.user for player in players if player.seat != you]
    people = [user for user in others if not user.is_bot]
    if people:
        is_anybody_gone = any(not user.is_active for user in people)
        return not is_anybody_gone and not any_apart(player.user_id for player in players)
    known = {bot.key for bot in bots.all_bots()}
    return {user.bot_key for user in others} <= known


def standing_rematch(game: Game) -> Challenge | None:
    """Return the one rematch of a game that is on offer or has started."""
    return Challenge.objects.filter(rematch_of=game, status__in=STANDING).first()


def rematch_view(game: Game, players: list[Player], you: Seat | None) -> dict[str, Any] | None:
    """Return what the result says of a rematch; None for who may have none.

    ``game`` is the public id of the new game once it has started; ``asked_by`` the name of who
    asked; ``is_waiting`` tells that the viewer has said yes and others have not.
    """
    if game.is_running or not may_rematch(players, you):
        return None
    found = standing_rematch(game)
    if found is None:
        return {"game": "", "asked_by": "", "is_waiting": False}
    mine = next(player.user_id for player in players if player.seat == you)
    has_joined = found.seats.filter(user_id=mine, state=ChallengeSeat.State.JOINED).exists()
    return {
        "game": found.game.public_id if found.game is not None and has_joined else "",
        "asked_by": "" if found.host_id == mine else found.host.get_username(),
        "is_waiting": has_joined and found.game is None,
    }
