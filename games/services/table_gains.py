"""Keep what two seats of a table gained from each other, and say when it is too much."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from games.core.signals.helping import deviations, excess, gains_of, is_helping
from games.core.signals.kinds import SignalKind
from games.models import Game, TableGain
from games.selectors.steps import steps_of
from games.services.signals import raise_signal

KEPT: Final = timedelta(days=180)
"""Tables of the same people are rarer than duels; a month would hold too few."""


def write_gains(games: Iterable[Game]) -> list[tuple[int, int]]:
    """Keep the figures of these rated games; return the pairs that have new ones.

    Only tables count at which all stayed to the end: with a seat gone the comparison is uneven.

    Args:
        games: with ``players__user`` fetched.
    """
    rows: list[TableGain] = []
    for game in games:
        players = sorted(game.players.all(), key=lambda player: player.seat)
        if (
            len(players) < 3
            or game.finished_at is None
            or any(player.has_left for player in players)
        ):
            continue
        gains = gains_of(steps_of(game))
        people = [player for player in players if not player.user.is_bot]
        for pair in combinations(sorted(people, key=lambda player: player.user_id), 2):
            first, second = pair
            given, taken = excess(gains, first.seat, second.seat, len(players))
            rows.append(
                TableGain(
                    game=game,
                    first=first.user,
                    second=second.user,
                    over_given=given,
                    over_taken=taken,
                    finished_at=game.finished_at,
                )
            )
    TableGain.objects.bulk_create(rows, ignore_conflicts=True)
    return sorted({(row.first_id, row.second_id) for row in rows})


def look_at_gains(first: int, second: int, since: datetime | None, now: datetime) -> None:
    """Raise a signal if two help each other, by the games that have been no evidence yet."""
    rows = TableGain.objects.filter(first=first, second=second, game__annulled_at=None)
    if since is not None:
        rows = rows.filter(finished_at__gt=since)
    found: Sequence[tuple[int, int, str, datetime]] = list(
        rows.order_by("finished_at").values_list(
            "over_given", "over_taken", "game__public_id", "finished_at"
        )
    )
    given, taken = [row[0] for row in found], [row[1] for row in found]
    if not is_helping(given, taken):
        return
    figures = {
        "games": len(found),
        "over_given": round(sum(given) / len(given) / 2, 1),
        "over_taken": round(sum(taken) / len(taken) / 2, 1),
        "deviations": round(min(deviations(given), deviations(taken)), 1),
    }
    raise_signal(
        SignalKind.TABLE_HELP,
        user_id=second,
        other_id=first,
        figures=figures,
        games=[row[2] for row in found],
        through_at=found[-1][3],
        now=now,
    )


def forget_gains(now: datetime) -> None:
    """Forget what is too old."""
    TableGain.objects.filter(finished_at__lte=now - KEPT).delete()
