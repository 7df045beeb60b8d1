"""What anybody may read about one player."""

from typing import Any

from django.db.models import Avg, Count, Exists, F, Max, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Game, Player, Ply
from games.selectors.blocks import has_blocked
from games.selectors.bots import strength_of
from games.selectors.finished import NEWEST_FIRST, result_rows
from games.selectors.game import visible
from games.selectors.ratings import user_ratings

RESULTS_SHOWN = 10
MOVES_FROM_GAMES = 50
"""Figures of single moves look at so many games, the newest: a bot plays thousands."""


def find_player(name: str) -> User | None:
    """Return the person or bot called this, in any case of letters."""
    if not name.isprintable():  # a database refuses some of the other characters
        return None
    return User.objects.filter(username__iexact=name).first()


def profile_of(player: User, viewer_id: int | None) -> dict[str, Any]:
    """Return the page of a player: who it is, figures, last results, and how the viewer fared.

    Args:
        viewer_id: primary key of the user who looks; None for a visitor.
    """
    newest = list(
        _finished(player.pk, viewer_id)
        .select_related("game")
        .order_by(*NEWEST_FIRST)[:MOVES_FROM_GAMES]
    )
    is_you = player.pk == viewer_id
    return {
        "user_id": player.pk,
        "name": player.get_username(),
        "is_bot": player.is_bot,
        "is_closed": not player.is_active,
        "is_you": is_you,
        "is_blocked": viewer_id is not None and has_blocked(viewer_id, player.pk),
        "strength": strength_of(player.bot_key),
        "joined_at": player.date_joined,
        "ratings": user_ratings(player.pk),
        "figures": _figures(player.pk, viewer_id) | _move_figures(player.pk, newest),
        "results": result_rows(newest[:RESULTS_SHOWN]),
        "versus": None if viewer_id is None or is_you else _versus(viewer_id, player.pk),
    }


def _finished(user_id: int, viewer_id: int | None) -> QuerySet[Player]:
    over = Player.objects.filter(
        user_id=user_id, finished_at__isnull=False, game__status=Game.Status.FINISHED
    )
    return over.filter(visible(viewer_id, "game__"))


def _figures(user_id: int, viewer_id: int | None) -> dict[str, Any]:
    """Return counts of games and points over all finished games; a shared win is none."""
    rivals = Player.objects.filter(game=OuterRef("game"), is_winner=True).exclude(
        user_id=OuterRef("user_id")
    )
    found = _finished(user_id, viewer_id).aggregate(
        finished=Count("pk"),
        won=Count("pk", filter=Q(~Exists(rivals), is_winner=True)),
        points_per_game=Avg("score"),
        best_game=Max("score"),
    )
    playing = Player.objects.filter(user_id=user_id, game__status=Game.Status.RUNNING)
    running = playing.filter(visible(viewer_id, "game__")).count()
    share = round(100 * found["won"] / found["finished"]) if found["finished"] else None
    return found | {"running": running, "won_percent": share}


def _move_figures(user_id: int, newest: list[Player]) -> dict[str, Any]:
    """Return the mean and the best of a player's own moves in these games."""
    moves = Ply.objects.filter(
        game__in=[player.game_id for player in newest],
        game__players__user_id=user_id,
        game__players__seat=F("seat"),
        is_automatic=False,
    ).exclude(move="resign")
    found = moves.aggregate(points_per_move=Avg("points"), best_move=Max("points"))
    return found | {"move_games": len(newest)}


def _versus(viewer_id: int, other_id: int) -> dict[str, Any]:
    """Return how the viewer fared in the games that both finished, at tables of any size.

    ``ahead``, ``level`` and ``behind`` count games by who was placed better.
    """
    both = _finished(viewer_id, viewer_id).filter(game__players__user_id=other_id)
    theirs = F("game__players__place")
    return both.aggregate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=theirs)),
        level=Count("pk", filter=Q(place=theirs)),
        behind=Count("pk", filter=Q(place__gt=theirs)),
        points=Avg("score"),
        their_points=Avg("game__players__score"),
    )
