"""How long somebody usually takes to answer."""

from datetime import timedelta
from statistics import median
from typing import Final

from games.core.pace import LIVE
from games.models import Game, Player, Ply

GAMES_LOOKED_AT: Final = 10
PLIES_READ: Final = 400
"""So much is read at most, however long somebody has been here."""

ANSWERS_MIN: Final = 5
"""Fewer answers than this say nothing about what is usual."""


def reply_time(user_id: int) -> timedelta | None:
    """Return the median time between another's move and this user's answer, in his newest games.

    Live games are left out: there everybody answers at once. None if he answered too seldom.
    Two queries.
    """
    newest = (
        Player.objects.filter(user_id=user_id, has_moved=True)
        .exclude(game__pace=LIVE.key)
        .exclude(game__status=Game.Status.ABORTED)
        .order_by("-pk")
        .values_list("game_id", "seat")[:GAMES_LOOKED_AT]
    )
    seats = dict(newest)
    plies = Ply.objects.filter(game__in=list(seats)).order_by("-pk")
    rows = plies.values_list("game_id", "number", "seat", "played_at", "is_automatic")[:PLIES_READ]
    by_place = {(game, number): (seat, at, auto) for game, number, seat, at, auto in rows}
    waits = []
    for (game, number), (seat, at, is_automatic) in by_place.items():
        before = by_place.get((game, number - 1))
        if before and seat == seats[game] and before[0] != seat and not is_automatic:
            waits.append(at - before[1])
    if len(waits) < ANSWERS_MIN:
        return None
    return timedelta(seconds=median(wait.total_seconds() for wait in waits))
