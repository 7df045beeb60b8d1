"""The admin's pages of moderation over 1,000,000 rows each on a real PostgreSQL.

`python -m tests.bench moderation [--rows N]`; ends with an error where a page reads a large table
from end to end.
"""

import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from tests.bench.growth import _long_scans, _median_s
from tests.bench.on_postgres import lines_of, option

ROWS = 1_000_000


def report() -> Iterator[str]:
    """Give the figures line by line."""
    yield from lines_of("tests.bench.moderation", option("--rows", ROWS))


def _figures(rows: int) -> Iterator[str]:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    began = time.monotonic()
    case = _fill(rows)
    yield f"  {rows} rows in each of seven tables: filled in {time.monotonic() - began:.0f} s"
    yield from _pages(case)


def _fill(rows: int) -> Any:
    """Copy one row of each kind as often as asked, at the server; return a case with reports."""
    from games.models import Case, ModerationLog, Room, Sanction, Signal
    from games.services.chat import say
    from games.services.moderation_queue import take_case
    from games.services.reports import report_line
    from games.services.sanctions import impose
    from tests.factories import NOW, make_game, make_user

    ada, bo = make_user(username="Ada"), make_user(username="Bo")
    mod = make_user(username="Mod", is_staff=True, is_superuser=True)
    game = make_game(ada, bo)
    say(public_id=game.public_id, user=bo, room=Room.TABLE, text="Hi", key="k", now=NOW)
    report_line(game=game, user=ada, room=Room.TABLE, number=1, category="rude", now=NOW)
    case = Case.objects.get()
    take_case(case_pk=case.pk, by=mod, now=NOW)
    impose(user=bo, kind="mute", by=mod, note="n", now=NOW, days=7, words="", case_pk=case.pk)
    signal = {"kind": "same_winner", "figures": {"won": 9, "decided": 9, "expected": 0.5}}
    Signal.objects.create(
        user=bo, other=ada, key="", through_at=NOW, created_at=NOW + timedelta(1), **signal
    )
    assert ModerationLog.objects.exists()
    assert Sanction.objects.exists()
    # Cases cycle over the people; all but a thousandth of them are closed.
    user = "n + 1000"
    copied: dict[str, dict[str, str]] = {
        "accounts_user": {"id": user, "username": "'someone' || n", "email": "'a@b.c' || n"},
        "games_game": {"id": user, "public_id": "'g' || n", "status": _of("status", "finished")},
        "games_player": {"game_id": user, "user_id": user},
        "games_chatline": {"game_id": user, "author_id": user, "key": "'k' || n"},
        "games_case": {
            "suspect_id": user, "score": "n % 90", "locked_by_id": "NULL", "locked_until": "NULL",
            "closed_at": "CASE WHEN n % 1000 = 0 THEN NULL ELSE now() END",
        },
        "games_report": {
            "suspect_id": user, "reporter_id": f"{user} + 1", "game_id": user, "line_id": "NULL",
            "case_id": f"n + {case.pk}", "is_open": "n % 1000 = 0",
        },
        "games_sanction": {"user_id": user, "case_id": "NULL"},
        "games_moderationlog": {"user_id": user, "case_id": "NULL", "sanction_id": "NULL"},
        "games_signal": {"user_id": user, "other_id": f"{user} - 1", "key": "'k' || n"},
    }  # fmt: skip
    for table, changed in copied.items():
        _copy(table, changed, rows)
    return case


def _of(column: str, value: str) -> str:
    return f"CASE WHEN n % 1000 = 0 THEN {column} ELSE '{value}' END"


def _copy(table: str, changed: dict[str, str], rows: int) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # keys are right: no checks
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
            " ORDER BY ordinal_position",
            [table],
        )
        columns = [name for (name,) in cursor.fetchall() if name != "id" or "id" in changed]
        if table == "games_game":  # a game that is over has nobody to move
            over = "n % 1000 <> 0"
            changed["to_move"] = f"CASE WHEN {over} THEN NULL ELSE to_move END"
            changed["finished_at"] = f"CASE WHEN {over} THEN now() END"
        names = ", ".join(f'"{name}"' for name in columns)
        values = ", ".join(changed.get(name, f'"{name}"') for name in columns)
        one = f"(SELECT * FROM {table} ORDER BY id DESC LIMIT 1) AS one"
        cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT {values} FROM {one},"
            f" generate_series(1, {rows}) AS n"
        )
        cursor.execute(f"ANALYZE {table}")


def _pages(case: Any) -> Iterator[str]:
    from django.test import Client

    from accounts.models import User
    from tests.client import sign_in_staff

    client, slow = Client(), []
    sign_in_staff(client, User.objects.get(username="Mod"))
    base = "/admin/games/"
    addresses = {
        "queue": f"{base}case/",
        "a case": f"{base}case/{case.pk}/change/",
        "log": f"{base}moderationlog/",
        "log by action": f"{base}moderationlog/?action__exact=renamed",
        "log of somebody": f"{base}moderationlog/?q=someone77",
        "sanctions": f"{base}sanction/",
        "sanctions by kind": f"{base}sanction/?kind__exact=closed",
        "sanctions of somebody": f"{base}sanction/?q=someone77",
        "reports": f"{base}report/",
        "open reports": f"{base}report/?is_open__exact=1",
        "reports by category": f"{base}report/?category__exact=help",
        "reports of somebody": f"{base}report/?q=someone77",
        "signals": f"{base}signal/",
        "signals by state": f"{base}signal/?state__exact=dismissed",
        "signals of somebody": f"{base}signal/?q=someone77",
        "chat": f"{base}chatline/",
        "hidden chat": f"{base}chatline/?is_hidden__exact=1",
        "chat of the stands": f"{base}chatline/?room__exact=stands",
        "chat of somebody": f"{base}chatline/?q=someone77",
        "games": f"{base}game/",
        "games called off": f"{base}game/?status__exact=aborted",
        "games of somebody": f"{base}game/?q=someone77",
        "users": "/admin/accounts/user/",
        "a user": "/admin/accounts/user/?q=someone77",
        "transparency": "/transparency/",
    }
    for name, path in addresses.items():
        text, is_fine = _page(client, path)
        yield f"  {name}: {text}"
        if not is_fine:
            slow.append(name)
    if slow:
        raise SystemExit(f"read from end to end: {', '.join(slow)}")


def _page(client: Any, path: str) -> tuple[str, bool]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    assert client.get(path).status_code == 200, path
    with CaptureQueriesContext(connection) as context:
        client.get(path)
    queries = list(context)
    scans = sorted({scan for query in queries for scan in _long_scans(query["sql"])})
    spent = _median_s(lambda: client.get(path), 3)
    text = (
        f"{spent * 1e3:.0f} ms, {len(queries)} queries;"
        f" large tables read from end to end: {', '.join(scans) or 'none'}"
    )
    return text, not scans


if __name__ == "__main__":
    import django

    django.setup()
    for line in _figures(int(sys.argv[1])):
        print(line, flush=True)
