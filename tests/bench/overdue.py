"""After an hour without a beat: how soon 1,000 overdue games are settled on a real PostgreSQL."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from threading import Thread

from tests.bench.on_postgres import lines_of

GAMES = 1_000
SEATS = (2, 2, 3, 4)
BEAT_S = 10
LIMIT_S = 60


def report() -> Iterator[str]:
    """Give the figures line by line."""
    yield from lines_of("tests.bench.overdue")


def _figures() -> Iterator[str]:
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    now = _overdue()
    began, sweeps, flagged = time.monotonic(), 0, 0
    while flagged < GAMES:
        flagged += _sweep(now)
        sweeps += 1
    busy = time.monotonic() - began
    waited = (sweeps - 1) * BEAT_S
    yield (
        f"  {flagged} games: {busy:.1f} s of work in {sweeps} sweeps, so at most"
        f" {max(busy, waited + busy / sweeps):.0f} s after the beat is back (limit {LIMIT_S} s)"
    )
    now = _overdue()
    counts = [0, 0]
    threads = [Thread(target=_sweep_on, args=(counts, place, now)) for place in range(2)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    yield (
        f"  two sweeps at once: {counts[0]} + {counts[1]} games in"
        f" {time.monotonic() - began:.1f} s, {_flags_beyond_one()} settled twice"
    )
    connection.close()


def _overdue() -> datetime:
    """Deal games whose deadline is past; return the time at which it is."""
    from django.utils import timezone

    from games.core.pace import LIVE
    from games.models import Player
    from tests.factories import make_game, make_user

    now = timezone.now()
    people = [make_user() for _ in range(max(SEATS))]
    for number in range(GAMES):
        make_game(*people[: SEATS[number % len(SEATS)]], pace=LIVE, now=now - timedelta(hours=1))
    Player.objects.update(has_moved=True)
    return now


def _sweep(now: datetime) -> int:
    from games.services.clocks import sweep_deadlines

    return sweep_deadlines(now=now)


def _sweep_on(counts: list[int], place: int, now: datetime) -> None:
    """Sweep until nothing is overdue."""
    from django.db import connection

    from games.models import Game

    while Game.objects.filter(deadline_at__lt=now).exists():
        counts[place] += _sweep(now)
    connection.close()


def _flags_beyond_one() -> int:
    """Return in how many games one turn was flagged more than once."""
    from django.db.models import Count

    from games.models import Ply

    doubled = Ply.objects.filter(move="flag").values("game").annotate(n=Count("pk")).filter(n__gt=1)
    return doubled.count()


if __name__ == "__main__":
    import django

    django.setup()
    for line in _figures():
        print(line, flush=True)
