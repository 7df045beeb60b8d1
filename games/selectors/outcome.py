"""How a game ended, in words."""

from typing import Any

from django.utils.translation import gettext as _

from games.core.types import Seat
from games.models import Game, Player


def result_of(game: Game, players: list[Player], you: Seat | None) -> dict[str, Any] | None:
    """Return reason and winners, and whether seat ``you`` won; None while the game runs."""
    if game.is_running:
        return None
    winners = [player.user.get_username() for player in players if player.is_winner]
    return {
        "reason": game.end_reason,
        "reason_text": reason_text(game.end_reason),
        "winners": winners,
        "is_draw": len(winners) > 1,
        "you_won": None if you is None or not winners else players[you].is_winner,
    }


def reason_text(reason: str) -> str:
    """Return why a game ended, as a sentence for people."""
    return {
        "went_out": _("The last tile was played."),
        "blocked": _("Nobody could place a tile any more."),
        "stalemate": _("Four rounds passed without a placement."),
        "resigned": _("The others resigned."),
        "flagged": _("Time ran out."),
        "aborted": _("The game was called off; it counts for nobody."),
    }.get(reason, reason)
