"""What anybody may read about one player."""

from datetime import datetime
from typing import Any

from django.db.models import Exists
from django.db.models.functions import Lower

from accounts.models import User
from games.models import Block, Follow, Player
from games.selectors.bots import strength_of
from games.selectors.conduct import conduct_of
from games.selectors.figures_of_player import Ended, figures_of, newest_games, versus
from games.selectors.finished import NEWEST_FIRST, result_rows
from games.selectors.presence import is_here
from games.selectors.privacy import privacy_of, shows_statistics, takes_invitations
from games.selectors.rating_history import rating_rows
from games.selectors.ratings import change_of, with_change

RESULTS_SHOWN = 10


def find_player(name: str) -> User | None:
    """Return the person or bot called this, in any case of letters."""
    if not name.isprintable():  # a database refuses some of the other characters
        return None
    # In lower case, as the index has it: asked for "iexact", PostgreSQL would read all names.
    found = User.objects.alias(folded=Lower("username")).filter(folded=name.lower())
    return found.select_related("conduct", "presence", "privacy").first()


def profile_of(player: User, viewer_id: int | None, now: datetime) -> dict[str, Any]:
    """Return the page of a player: who it is, figures, last results, and how the viewer fared.

    ``figures`` and ``results`` are None where the player does not show them to this viewer;
    ``audience`` tells to whom he does.

    Args:
        player: from `find_player`.
        viewer_id: primary key of the user who looks; None for a visitor.
    """
    is_you = player.pk == viewer_id
    is_met = viewer_id is not None and not is_you
    is_shown = shows_statistics(player, viewer_id)
    blocks, is_shut, follows = _ties(viewer_id, player)
    newest = newest_games(player.pk, viewer_id) if is_shown else []
    return {
        "user_id": player.pk,
        "name": player.get_username(),
        "is_bot": player.is_bot,
        "is_closed": not player.is_active,
        "is_you": is_you,
        "is_online": not player.is_bot and not is_shut and is_here(player, now),
        "is_blocked": blocks,
        "is_followed": follows,
        "takes_invitations": viewer_id is None or takes_invitations(player, viewer_id),
        "conduct": None if player.is_bot else conduct_of(player),
        "strength": strength_of(player.bot_key),
        "joined_at": player.date_joined,
        "ratings": rating_rows(player.pk, now),
        "shows_statistics": is_shown,
        "audience": privacy_of(player).statistics,
        "figures": figures_of(player.pk, viewer_id, newest) if is_shown else None,
        "results": _results(newest) if is_shown else None,
        "versus": versus(viewer_id, player.pk) if viewer_id is not None and is_met else None,
    }


def _ties(viewer_id: int | None, player: User) -> tuple[bool, bool, bool]:
    """Return whether the viewer blocks this player, is blocked by him, and follows him."""
    if viewer_id is None or viewer_id == player.pk:
        return False, False, False
    found = User.objects.filter(pk=viewer_id).values_list(
        Exists(Block.objects.filter(user_id=viewer_id, person=player)),
        Exists(Block.objects.filter(user=player, person_id=viewer_id)),
        Exists(Follow.objects.filter(user_id=viewer_id, person=player)),
    )
    blocks, is_shut, follows = found.get()
    return bool(blocks), bool(is_shut), bool(follows)


def _results(newest: list[Ended]) -> list[dict[str, Any]]:
    """Return the rows of the newest games, each with the ``change`` of the rating, or None."""
    shown = [game.pk for game in newest[:RESULTS_SHOWN]]
    seats = with_change(Player.objects.filter(pk__in=shown).select_related("game"))
    mine = list(seats.order_by(*NEWEST_FIRST))
    return [
        row | {"change": change_of(seat)} for row, seat in zip(result_rows(mine), mine, strict=True)
    ]
