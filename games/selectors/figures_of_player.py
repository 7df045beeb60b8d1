"""A player's figures, from the newest of his games, so that a page costs the same for everybody."""

from statistics import fmean
from typing import Any, Final, NamedTuple

from django.db.models import Avg, Case, Exists, F, Max, OuterRef, Q, QuerySet, Value, When
from django.utils.translation import gettext as _

from games.core.streaks import streaks
from games.models import Game, Player, Ply
from games.selectors.finished import NEWEST_FIRST
from games.selectors.game import visible

GAMES_READ: Final = 500
"""Figures look at so many games, the newest."""

MOVES_FROM_GAMES: Final = 50
"""Figures of single moves look at so many."""


class Ended(NamedTuple):
    """One game that is over, from the seat of the player."""

    pk: int
    game_id: int
    score: int
    is_winner: bool
    is_shared: bool
    has_begun: bool
    is_flagged: bool
    qwirkles: int | None

    @property
    def result(self) -> str:
        """Won, drawn (a win shared) or lost (any other place)."""
        return "lost" if not self.is_winner else "drawn" if self.is_shared else "won"


def ended_games(user_id: int, viewer_id: int | None) -> QuerySet[Player]:
    """Return a user's seats in finished games that count and that this viewer may know of."""
    over = Player.objects.filter(
        user_id=user_id,
        finished_at__isnull=False,
        game__status=Game.Status.FINISHED,
        game__annulled_at=None,
    )
    return over.filter(visible(viewer_id, "game__"))


def newest_games(user_id: int, viewer_id: int | None) -> list[Ended]:
    """Return the newest `GAMES_READ` of them, newest first; one query."""
    rivals = Player.objects.filter(game=OuterRef("game"), is_winner=True)
    own = Ply.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    found = ended_games(user_id, viewer_id).annotate(
        is_shared=Exists(rivals.exclude(user_id=user_id)),
        has_begun=Exists(own.filter(number=0)),
        # Most stay to the end, and of them nobody need read the moves.
        is_flagged=Case(
            When(Q(Exists(own.filter(move="flag")), has_left=True), then=Value(True)),
            default=Value(False),
        ),
    )
    rows = found.order_by(*NEWEST_FIRST).values_list(
        "pk", "game_id", "score", "is_winner", "is_shared", "has_begun", "is_flagged", "qwirkles"
    )
    return [Ended(*row) for row in rows[:GAMES_READ]]


def figures_of(user_id: int, viewer_id: int | None, newest: list[Ended]) -> dict[str, Any]:
    """Return the figures of a user from his newest games; three queries at most.

    ``finished`` and ``running`` count all games, ``read`` those that all else is from; a win that
    is shared is ``drawn``. Per cents and means are None without a game to count.

    Args:
        newest: from `newest_games`.
    """
    results = [game.result for game in newest]
    begun = [game.result for game in newest if game.has_begun]
    counted = [game.qwirkles for game in newest if game.qwirkles is not None]
    run = streaks(results)
    is_all = len(newest) < GAMES_READ
    playing = Player.objects.filter(user_id=user_id, game__status=Game.Status.RUNNING)
    return {
        "finished": len(newest) if is_all else ended_games(user_id, viewer_id).count(),
        "running": playing.filter(visible(viewer_id, "game__")).count(),
        "read": len(newest),
        "won": results.count("won"),
        "won_percent": _percent(results.count("won"), len(results)),
        "drawn": results.count("drawn"),
        "points_per_game": fmean(game.score for game in newest) if newest else None,
        "best_game": max((game.score for game in newest), default=None),
        "qwirkles_per_game": fmean(counted) if counted else None,
        "qwirkle_games": len(counted),
        "begun": len(begun),
        "begun_percent": _percent(begun.count("won"), len(begun)),
        "flagged": sum(game.is_flagged for game in newest),
        "flagged_percent": _percent(sum(game.is_flagged for game in newest), len(newest)),
        "streak": run.length,
        "streak_text": _streak_text(run.kind),
        "longest_streak": run.longest,
        **_move_figures(user_id, newest[:MOVES_FROM_GAMES]),
    }


def versus(viewer_id: int, other_id: int) -> dict[str, Any]:
    """Return how the viewer fared in the newest games that both finished, at tables of any size.

    ``games``; ``ahead``, ``level`` and ``behind`` count them by who was placed better; ``points``
    and ``their_points`` are means, None without a game.
    """
    both = ended_games(viewer_id, viewer_id).filter(game__players__user_id=other_id)
    rows = list(
        both.order_by(*NEWEST_FIRST).values_list(
            "place", "game__players__place", "score", "game__players__score"
        )[:GAMES_READ]
    )
    # Who was ahead has the smaller place; every finished game has given them.
    gaps = [(theirs or 0) - (mine or 0) for mine, theirs, *_scores in rows]
    return {
        "games": len(rows),
        "ahead": sum(gap > 0 for gap in gaps),
        "level": gaps.count(0),
        "behind": sum(gap < 0 for gap in gaps),
        "points": fmean(row[2] for row in rows) if rows else None,
        "their_points": fmean(row[3] for row in rows) if rows else None,
    }


def _move_figures(user_id: int, newest: list[Ended]) -> dict[str, Any]:
    """Return the mean and the best of a player's own moves in these games."""
    moves = Ply.objects.filter(
        game__in=[game.game_id for game in newest],
        game__players__user_id=user_id,
        game__players__seat=F("seat"),
        is_automatic=False,
    ).exclude(move="resign")
    found = moves.aggregate(points_per_move=Avg("points"), best_move=Max("points"))
    return found | {"move_games": len(newest)}


def _streak_text(kind: str) -> str:
    return {"won": _("games won"), "drawn": _("wins shared"), "lost": _("games not won")}.get(
        kind, ""
    )


def _percent(part: int, whole: int) -> int | None:
    return round(100 * part / whole) if whole else None
