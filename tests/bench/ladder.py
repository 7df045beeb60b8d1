"""A ladder of 1,000,000 people on a real PostgreSQL: pages, one's own rank, and the sweeps.

`python -m tests.bench ladder [--users N]`
"""

import sys
import time
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from tests.bench.growth import _long_scans, _median_s
from tests.bench.on_postgres import lines_of, option

USERS = 1_000_000
GAMES_EACH = 5
"""Rows of the ledger for each, over ninety days."""
PAGE_MS, RANK_MS = 50, 20
FREEZE_S = 30
"""So long weeks and seasons are frozen here; on a site they have all day."""
SEASON = "2020-q1"
"""One that the people's past does not reach, so that no sweep opens it."""


def report() -> Iterator[str]:
    """Give the figures line by line."""
    yield from lines_of("tests.bench.ladder", option("--users", USERS))


def _figures(users: int) -> Iterator[str]:
    from django.core.management import call_command
    from django.utils import timezone

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    now = timezone.now()
    began = time.monotonic()
    _fill(users)
    spent = time.monotonic() - began
    yield f"  {users} ratings, {users * GAMES_EACH} changes: filled in {spent:.0f} s"
    yield from _sweeps(now)
    _freeze_season()
    _tidy()
    yield from _pages(users)
    yield from _ranks(now)


def _fill(users: int) -> None:
    """Write people, their ratings around 1500, and a past for each; all at the server."""
    from django.db import connection

    from tests.factories import make_user

    person = make_user()
    columns: list[str] = [
        str(field.column) for field in type(person)._meta.concrete_fields if field.column != "id"
    ]
    changed = {"username": "'someone' || n", "email": "''"}
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # keys are right: no checks
        cursor.execute(
            f"INSERT INTO accounts_user ({', '.join(columns)})"
            f" SELECT {', '.join(changed.get(name, name) for name in columns)}"
            f" FROM accounts_user, generate_series(1, {users - 1}) AS n WHERE id = {person.pk}"
        )
        # The sum of three dice of 400 points has much the shape of real ratings.
        cursor.execute(
            "INSERT INTO games_rating (user_id, pool, value, games, opponents, wins, last_game_at)"
            " SELECT id, 'qwirkle-duel', (900000 + 400000 * (random() + random() + random()))::int,"
            " 15 + (id * 7 % 200), 6, 7 + (id * 3 % 100), now() - (id % 70) * interval '1 day'"
            " FROM accounts_user"
        )
        cursor.execute(
            "INSERT INTO games_ratingchange (seat, user_id, pool, before, after, k, games,"
            " formula_version, created_at)"
            " SELECT 0, user_id, pool, value - 8000 + 1000 * n, value - 7000 + 1000 * n,"
            f" 16000, games - {GAMES_EACH} + n, 1,"
            f" last_game_at - ({GAMES_EACH} - n) * interval '18 days'"
            f" FROM games_rating, generate_series(1, {GAMES_EACH}) AS n ORDER BY n, user_id"
        )
        cursor.execute("VACUUM ANALYZE")


def _sweeps(now: datetime) -> Iterator[str]:
    from games.models import FrozenPlace
    from games.services.frozen_ladders import sweep_frozen_ladders
    from games.services.histograms import sweep_histograms

    began = time.monotonic()
    sweep_histograms(now=now)
    yield f"  histogram made anew in {time.monotonic() - began:.1f} s"
    began, batches, longest = time.monotonic(), 0, 0.0
    while time.monotonic() - began < FREEZE_S:
        sweep = time.monotonic()
        done = sweep_frozen_ladders(now=now)
        longest = max(longest, time.monotonic() - sweep)
        batches += done
        if not done:
            break
    places = FrozenPlace.objects.count()
    yield (
        f"  weeks and seasons: {places} places frozen in {batches} batches,"
        f" {time.monotonic() - began:.0f} s of work, a sweep at most {longest:.1f} s"
    )


def _freeze_season() -> None:
    """Freeze a season with everybody at the server: the sweeps would take longer than a bench."""
    from django.db import connection
    from django.utils import timezone

    from games.models import FrozenLadder

    ladder = FrozenLadder.objects.create(
        pool="qwirkle-duel", kind="season", key=SEASON, at=timezone.now(), frozen_at=timezone.now()
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_frozenplace (ladder_id, user_id, value, games, rank)"
            " SELECT %s, user_id, value, games, row_number() OVER (ORDER BY value DESC, user_id)"
            " FROM games_rating",
            [ladder.pk],
        )


def _tidy() -> None:
    """Do what PostgreSQL would do beside the measuring after so many rows at once."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


def _pages(users: int) -> Iterator[str]:
    from django.test import Client

    from games.models import Rating

    people = Rating.objects.filter(games__gte=20).select_related("user").order_by("value")
    viewer = people[users // 4].user
    other = people[users // 3]
    client = Client()
    client.force_login(viewer)
    ladder = "/ladder/qwirkle-duel/"
    addresses = {
        "first page": ladder,
        "a page in the middle": f"{ladder}?after={other.value}.{other.user_id}",
        "the page before it": f"{ladder}?before={other.value}.{other.user_id}",
        "the page of somebody": f"{ladder}?player={other.user.username}",
        "a name that nobody has": f"{ladder}?player=nobody_at_all",
        "a profile": f"/players/{other.user.username}/",
        "a past season": f"{ladder}seasons/{SEASON}/?after={users // 5}",
    }
    for name, path in addresses.items():
        yield f"  {name}: {_page(client, path)} (limit {PAGE_MS} ms)"


def _page(client: Any, path: str) -> str:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    assert client.get(path).status_code == 200, path
    with CaptureQueriesContext(connection) as context:
        client.get(path)
    queries = list(context)
    scans = sorted({scan for query in queries for scan in _long_scans(query["sql"])})
    spent = _median_s(lambda: client.get(path))
    return (
        f"{spent * 1e3:.0f} ms, {len(queries)} queries;"
        f" large tables read from end to end: {', '.join(scans) or 'none'}"
    )


def _ranks(now: datetime) -> Iterator[str]:
    from games.models import Rating
    from games.selectors.ranks import Spot, histogram_of, rank_at

    def rank(pool: str, spot: Spot) -> int:
        return rank_at(pool, spot, now, histogram_of(pool))

    ratings = Rating.objects.filter(games__gte=20).order_by("-value")
    count = ratings.count()
    worst = 0.0
    for share in (0, 0.001, 0.25, 0.5, 0.75, 0.999):
        rating = ratings[int(share * count)]
        spot = Spot(rating.value, rating.user_id)
        worst = max(worst, _median_s(partial(rank, rating.pool, spot)))
    yield f"  own rank: {worst * 1e3:.1f} ms at the slowest of six places (limit {RANK_MS} ms)"


if __name__ == "__main__":
    import django

    django.setup()
    for line in _figures(int(sys.argv[1])):
        print(line, flush=True)
