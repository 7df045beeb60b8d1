"""What a full house costs: 10,000 running and 1,000,000 finished games on a real PostgreSQL.

Rows are copies of one game that was really played, so that every column holds what it would.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.postgres import Postgres

RUNNING = 10_000
FINISHED = 1_000_000
PEOPLE = 5_000
MOVES = 40
PAGES = {
    "home": "/",
    "game": "/games/{game}/",
    "lobby": "/lobby/",
    "finished games": "/games/finished/",
    "profile": "/players/{player}/",
    "notices": "/notices/",
}
LARGE = 50_000
"""A table of so many rows must not be read from end to end for one page."""


def report() -> Iterator[str]:
    """Give the figures line by line."""
    server = Postgres()
    server.start()
    try:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "qwirkle_site.settings.test",
            "DATABASE_URL": server.url,
            "DATABASE_POOL": "0",
        }
        import django

        django.setup()
        yield from _figures()
    finally:
        server.stop()


def _figures() -> Iterator[str]:
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    empty_s = _move_s()
    began = time.monotonic()
    _fill()
    yield f"  filled in {time.monotonic() - began:.0f} s"
    full_s = _move_s()
    yield (
        f"  one move: {empty_s * 1e3:.1f} ms in an empty database, {full_s * 1e3:.1f} ms in a full"
        f" one, {full_s / empty_s:.2f} x (limit 1.2)"
    )
    yield from _pages()
    yield from _sweeps(timezone.now())
    connection.close()


def _move_s() -> float:
    """Return the median of the seconds that one move takes, its transaction included."""
    from django.utils import timezone

    from games.core.pace import PACES
    from tests.factories import make_game
    from tests.table import greedy_move, play

    spent: list[float] = []
    game = None
    while len(spent) < MOVES:
        if game is None or not game.is_running or len(spent) % 10 == 0:
            game = make_game(pace=PACES["steady"], now=timezone.now())
        game.refresh_from_db()
        move, now = greedy_move(game), timezone.now()
        began = time.perf_counter()
        game = play(game, move, now=now).game
        spent.append(time.perf_counter() - began)
    return statistics.median(spent)


def _fill() -> None:
    """Copy a running and a finished game until the house is full."""
    from django.db import connection
    from django.utils import timezone

    from games.core.pace import PACES
    from tests.factories import make_game
    from tests.table import play, play_to_the_end

    now = timezone.now()
    running = make_game(pace=PACES["relaxed"], now=now)
    for _ in range(12):
        play(running, now=now)
    finished = play_to_the_end(make_game(now=now))
    with connection.cursor() as cursor:
        person = running.players.get(seat=0).user_id
        names = {"username": "'someone' || n", "email": "''"}
        _insert(cursor, "accounts_user", names, f"id = {person}", PEOPLE)
        cursor.execute("SELECT min(id) FROM accounts_user WHERE username LIKE 'someone%%'")
        first = cursor.fetchone()[0]
        for game, count in ((running, RUNNING), (finished, FINISHED)):
            _copy_game(cursor, game.pk, count, first)
        cursor.execute("ANALYZE")


def _copy_game(cursor: Any, game: int, count: int, first: int) -> None:
    """Copy a game's row, its players, its secret and its last plies; people take turns."""
    cursor.execute("SELECT max(id) FROM games_game")
    base = cursor.fetchone()[0]
    public = {"id": f"{base} + n", "public_id": f"'b{base % 997}x' || n"}
    shifts = {
        name: f"{name} - n * interval '40 seconds'"
        for name in ("created_at", "moved_at", "finished_at")
    }
    shifts["deadline_at"] = "deadline_at + n * interval '10 seconds'"
    _insert(cursor, "games_game", public | shifts, f"id = {game}", count)
    new = {"game_id": f"{base} + n"}
    who = f"{first} + (n + seat * (1 + n * 7 %% ({PEOPLE} - 1))) %% {PEOPLE}"
    ended = {"finished_at": shifts["finished_at"]}
    _insert(cursor, "games_player", new | {"user_id": who} | ended, f"game_id = {game}", count)
    _insert(cursor, "games_gamesecret", new, f"game_id = {game}", min(count, 5 * RUNNING))
    _insert(cursor, "games_ply", new, f"game_id = {game} AND number > 8", min(count, 10 * RUNNING))
    for table in ("games_game", "games_player", "games_ply"):
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
        )


def _insert(cursor: Any, table: str, changes: dict[str, str], which: str, count: int) -> None:
    columns, values = _columns(table, changes)
    cursor.execute(
        f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table},"
        f" generate_series(1, {count}) AS n WHERE {which}".replace("%%", "%")
    )


def _columns(table: str, changes: dict[str, str]) -> tuple[str, str]:
    """Return the columns of a table and what each holds in the copy; a serial id is left out."""
    from django.apps import apps

    model = next(model for model in apps.get_models() if model._meta.db_table == table)
    names = [
        str(field.column)
        for field in model._meta.concrete_fields
        if not (field.primary_key and field.column == "id" and "id" not in changes)
    ]
    return ", ".join(names), ", ".join(changes.get(name, name) for name in names)


def _pages() -> Iterator[str]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from games.models import Game, Player

    game = Game.objects.filter(status="running").order_by("-pk")[50]
    viewer = Player.objects.select_related("user").get(game=game, seat=0)
    client = Client()
    client.force_login(viewer.user)
    for name, address in PAGES.items():
        path = address.format(game=game.public_id, player=viewer.user.username)
        client.get(path)
        with CaptureQueriesContext(connection) as context:
            answer = client.get(path)
        queries = list(context)  # The next request empties the log.
        assert answer.status_code == 200, (path, answer.status_code)
        spent = _median_s(partial(client.get, path))
        scans = sorted({scan for query in queries for scan in _long_scans(query["sql"])})
        yield (
            f"  {name} page: {len(queries)} queries, {spent * 1e3:.0f} ms;"
            f" large tables read from end to end: {', '.join(scans) or 'none'}"
        )


def _long_scans(sql: str) -> list[str]:
    """Return the large tables that a query reads from end to end."""
    from django.db import connection

    if not sql.lstrip().upper().startswith("SELECT"):
        return []
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql.replace("%", "%%"), [])
        plan = cursor.fetchone()[0]
    plan = json.loads(plan) if isinstance(plan, str) else plan
    return [
        node["Relation Name"]
        for node in _nodes(plan[0]["Plan"])
        if node["Node Type"] == "Seq Scan"
        and node["Actual Rows"] + node.get("Rows Removed by Filter", 0) > LARGE
    ]


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def _median_s(work: Callable[[], object], repeats: int = 25) -> float:
    spent = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return statistics.median(spent)


def _sweeps(now: Any) -> Iterator[str]:
    from games.services.bots import sweep_bot_turns
    from games.services.challenges import sweep_challenges
    from games.services.clocks import sweep_deadlines
    from games.services.pauses import sweep_pauses
    from games.services.reminders import sweep_reminders

    sweeps = (sweep_deadlines, sweep_reminders, sweep_pauses, sweep_bot_turns, sweep_challenges)
    for sweep in sweeps:
        spent = _median_s(partial(sweep, now=now))
        yield f"  {sweep.__name__}: {spent * 1e3:.1f} ms over {RUNNING} running games (limit 1 s)"
