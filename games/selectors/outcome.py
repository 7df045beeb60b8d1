"""How a game ended, in words."""

from typing import Any

from django.utils.translation import gettext as _

from games.core.types import Seat
from games.models import Game, Player
from games.rules.qwirkle.scoring import OUT_BONUS


def result_of(
    game: Game, players: list[Player], you: Seat | None, last: dict[str, Any] | None = None
) -> dict[str, Any] | None:
    """Return reason and winners, and whether seat ``you`` won; None while the game runs.

    Args:
        last: the newest row of the log, so that the sentence can name who ended the game.
    """
    if game.is_running:
        return None
    winners = [player.user.get_username() for player in players if player.is_winner]
    return {
        "reason": game.end_reason,
        "reason_text": reason_text(game.end_reason, _who(game, players, last)),
        "winners": winners,
        "is_draw": len(winners) > 1,
        "you_won": None if you is None or not winners else players[you].is_winner,
    }


def _who(game: Game, players: list[Player], last: dict[str, Any] | None) -> str:
    """Return through whom a game ended; games called off long ago do not know."""
    if game.status == Game.Status.ABORTED:
        return "" if game.ended_by is None else players[game.ended_by].user.get_username()
    return last["name"] if last else ""


def reason_text(reason: str, name: str = "") -> str:
    """Return why a game ended, in a few words for people.

    Args:
        name: of the player through whom it ended; without it the words name nobody.
    """
    named = {
        "went_out": _("%(name)s went out, +%(points)s") % {"name": name, "points": OUT_BONUS},
        "resigned": _("%(name)s resigned") % {"name": name},
        "flagged": _("%(name)s ran out of time") % {"name": name},
        "aborted": _("%(name)s called it off; it counts for nobody") % {"name": name},
        "no_show": _("%(name)s made no first move in time; it counts for nobody") % {"name": name},
    }
    plain = {
        "went_out": _("the last tile was played"),
        "blocked": _("nobody could place a tile any more"),
        "stalemate": _("many rounds passed without a placement"),
        "resigned": _("the others resigned"),
        "flagged": _("time ran out"),
        "aborted": _("it counts for nobody"),
        "no_show": _("no first move came in time; it counts for nobody"),
    }
    return (named.get(reason) if name else None) or plain.get(reason, reason)
