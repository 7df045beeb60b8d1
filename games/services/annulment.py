"""Take games out of the ratings, and bring them back; a recalculation follows."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.core.errors import ConflictError
from games.models import Game, RatingChange, Recalculation
from games.services.conduct import recount_conduct
from games.services.recalculation import start_recalculation

_Cause = Recalculation.Cause


def annul(games: Iterable[Game], *, by: User, note: str, now: datetime) -> list[Recalculation]:
    """Take rated games out of the ratings; one that is out already, or never counted, is let be.

    Returns the runs that were asked for, one for each pool.

    Raises:
        ConflictError: ``game_running``; nothing was changed.
    """
    return _mark(games, _Cause.ANNULMENT, by, note, now)


def restore(games: Iterable[Game], *, by: User, note: str, now: datetime) -> list[Recalculation]:
    """Bring annulled games back into the ratings. Returns and raises as `annul`."""
    return _mark(games, _Cause.RESTORATION, by, note, now)


def _mark(
    games: Iterable[Game], cause: str, by: User, note: str, now: datetime
) -> list[Recalculation]:
    is_annulling = cause == _Cause.ANNULMENT
    with transaction.atomic():
        held = Game.objects.select_for_update().filter(
            pk__in=[game.pk for game in games],
            is_rated=True,
            annulled_at__isnull=is_annulling,
        )
        marked = list(held.order_by("pk"))
        if any(game.is_running for game in marked):
            raise ConflictError("game_running", "Wait until the game is over; then annul it.")
        for game in marked:
            game.annulled_at = now if is_annulling else None
        Game.objects.bulk_update(marked, ["annulled_at"])
        recount_conduct(marked)
        by_pk = {game.pk: game for game in marked}
        pools: dict[str, dict[int, Game]] = defaultdict(dict)
        rows = RatingChange.objects.filter(game__in=marked).order_by("id")
        for pool, pk in rows.values_list("pool", "game_id"):
            pools[pool][pk] = by_pk[pk]
        return [
            start_recalculation(
                pool,
                by=by,
                now=now,
                cause=cause,
                note=note,
                from_game=next(iter(found.values())),
                games=found.values(),
            )
            for pool, found in pools.items()
        ]
