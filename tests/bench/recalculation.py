"""A pool of 1,000,000 games between two, recalculated on a real PostgreSQL while others end.

`python -m tests.bench recalculation [--games N]`
"""

import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from games.core.elo import SCALE, Entrant, changes, k_factor
from tests.bench.growth import _insert
from tests.bench.on_postgres import lines_of, option

GAMES = 1_000_000
PEOPLE = 20_000
POOL = "qwirkle-duel"
LIMIT_S, LIMIT_MB = 60, 300
WRONG = 1
"""Thousandths by which the ledger is wrong at first, so that every row must be revised."""

LIVE_GAMES = 200
LIVE_PAUSE_S = 0.2
"""So many games end while a run goes on, one after each pause."""

Row = tuple[int, int, int, int, int]
"""What the ledger says of a seat: user, before, after, k, games."""


def report() -> Iterator[str]:
    """Give the figures line by line."""
    yield from lines_of("tests.bench.recalculation", option("--games", GAMES))


def _figures(games: int) -> Iterator[str]:
    from django.core.management import call_command
    from django.utils import timezone

    from games.models import RatingChange
    from games.services.annulment import annul
    from games.services.recalculation import start_recalculation
    from tests.factories import make_user

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    began = time.monotonic()
    people = _fill(games)
    yield f"  {games} games of {PEOPLE} people: filled in {time.monotonic() - began:.0f} s"
    start_recalculation(POOL, by=None, now=timezone.now())
    yield f"  every row wrong, in one go: {_worked('0')}"
    _check()
    first = RatingChange.objects.earliest("id").game
    assert first is not None
    live = _live_games(people)
    annul([first], by=make_user(), note="bench", now=timezone.now())
    with _worker("4") as worker:
        spent = _end_while(worker, live)
        told = _said_by(worker)
    yield f"  the first game annulled, in turns of 4 s as by Celery: {told}"
    yield (
        f"  {len(spent)} games ended meanwhile: {sorted(spent)[len(spent) // 2] * 1e3:.0f} ms in"
        f" the middle, {max(spent) * 1e3:.0f} ms at most"
    )
    yield f"  equal to what ends of games write one by one, to the last digit: {_check()} rows"
    yield from _pages(first.public_id)


def _pages(game: str) -> Iterator[str]:
    """Time the admin's pages over the full ledger."""
    from django.test import Client

    from accounts.models import User
    from tests.bench.ladder import _page
    from tests.client import sign_in_staff
    from tests.factories import make_user

    client, name = Client(), User.objects.filter(username__startswith="someone")[7].username
    sign_in_staff(client, make_user(is_staff=True, is_superuser=True))
    ledger = "/admin/games/ratingchange/"
    addresses = {
        "the ledger": ledger,
        "a pool's": f"{ledger}?pool={POOL}",
        "a late page of it": f"{ledger}?p=39",
        "a person's": f"{ledger}?q={name}",
        "a game's": f"{ledger}?q={game}",
        "recalculations": "/admin/games/recalculation/",
        "those from a game on": f"/admin/games/recalculation/?q={game}",
    }
    for title, path in addresses.items():
        yield f"  admin, {title}: {_page(client, path)}"


def _fill(games: int) -> list[int]:
    """Write people, games that are over, and a ledger of them in which every row is wrong."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Game
    from tests.factories import make_user

    person, now = make_user(), timezone.now()
    game = _rated_game([make_user(), make_user()])
    Game.objects.filter(pk=game.pk).update(
        status="finished", to_move=None, clock_since=None, deadline_at=None, reminder_at=None,
        end_reason="resigned", finished_at=now,
    )  # fmt: skip
    chance = random.Random(1)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # keys are right: no checks
        names = {"username": "'someone' || n", "email": "''"}
        _insert(cursor, "accounts_user", names, f"id = {person.pk}", PEOPLE)
        cursor.execute("SELECT id FROM accounts_user WHERE username LIKE 'someone%' ORDER BY id")
        people = [row[0] for row in cursor.fetchall()]
        public = {"id": f"{game.pk} + n", "public_id": "'bench' || n"}
        _insert(cursor, "games_game", public, f"id = {game.pk}", games)
        seats = list(_seats(people, game.pk, games, chance))
        columns = "game_id, seat, user_id, pool, place, has_left, before, after, k, games"
        with cursor.copy(
            f"COPY games_ratingchange ({columns}, formula_version, created_at) FROM STDIN"
        ) as copy:
            standings: dict[int, tuple[int, int]] = {}
            for number, pair in seats:
                for seat, (user, *said) in enumerate(_one_by_one(pair, standings)):
                    place = pair[seat][1]
                    before, after, *rest = said
                    wrong = (before + WRONG, after + WRONG, *rest)
                    copy.write_row((number, seat, user, POOL, place, False, *wrong, 1, now))
        with cursor.copy(
            "COPY games_rating (user_id, pool, value, games, opponents) FROM STDIN"
        ) as copy:
            for user, (value, count) in standings.items():
                copy.write_row((user, POOL, value + WRONG, count, 0))
        _insert_players(cursor, game.pk)
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence('games_game', 'id'), max(id)) FROM games_game"
        )
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM ANALYZE")
    return people


def _insert_players(cursor: Any, game: int) -> None:
    """Seat those whom the ledger names."""
    changes_ = {
        "game_id": "c.game_id",
        "user_id": "c.user_id",
        "place": "c.place",
        "is_winner": "c.place = 1",
        "finished_at": "c.created_at",
    }
    from games.models import Player

    names = [str(f.column) for f in Player._meta.concrete_fields if f.column != "id"]
    values = ", ".join(changes_.get(name, f"p.{name}") for name in names)
    cursor.execute(
        f"INSERT INTO games_player ({', '.join(names)}) SELECT {values} FROM games_ratingchange c"
        f" JOIN games_player p ON p.seat = c.seat AND p.game_id = {game}"
    )


def _seats(
    people: list[int], base: int, games: int, chance: random.Random
) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Give games: a number, and who took which place in it; everybody has a skill."""
    skills = {user: chance.gauss(0, 1) for user in people}
    for n in range(1, games + 1):
        one, other = chance.sample(people, 2)
        is_first = chance.gauss(skills[one] - skills[other], 1) > 0
        yield base + n, [(one, 1 if is_first else 2), (other, 2 if is_first else 1)]


def _one_by_one(
    pair: Iterable[tuple[int, int]], standings: dict[int, tuple[int, int]]
) -> list[Row]:
    """Return what the end of one game writes, and bring the standings (rating, games) up to it."""
    start = (1500 * SCALE, 0)
    users = [user for user, _ in pair]
    entrants = [Entrant(*standings.get(user, start), place) for user, place in pair]
    rows = []
    for user, one, change in zip(users, entrants, changes(entrants), strict=True):
        k = round(SCALE * k_factor(one.games))
        rows.append((user, one.rating, one.rating + change, k, one.games))
        standings[user] = (one.rating + change, one.games + 1)
    return rows


def _rated_game(users: list[Any]) -> Any:
    from django.db import transaction
    from django.utils import timezone

    from games.core.pace import DAILY
    from games.services.start import start_game

    fields: dict[str, Any] = {"ruleset_key": "qwirkle", "options": {}, "pace": DAILY}
    with transaction.atomic():
        return start_game(users=users, now=timezone.now(), is_rated=True, **fields)


def _live_games(people: list[int]) -> list[tuple[Any, int]]:
    """Return games that run, with who will resign in each."""
    from accounts.models import User

    chance = random.Random(2)
    pairs = [chance.sample(people, 2) for _ in range(LIVE_GAMES)]
    users = User.objects.in_bulk([user for pair in pairs for user in pair])
    return [(_rated_game([users[user] for user in pair]), pair[0]) for pair in pairs]


def _worker(turn: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bench.recalculation", "work", turn]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _said_by(worker: subprocess.Popen[str]) -> str:
    assert worker.stdout is not None
    told = worker.stdout.read().strip()
    assert worker.wait() == 0, told
    return told


def _worked(turn: str) -> str:
    with _worker(turn) as worker:
        return _said_by(worker)


def _end_while(worker: subprocess.Popen[str], live: list[tuple[Any, int]]) -> list[float]:
    """End games while a worker is at it; return how long each took, in seconds."""
    from django.utils import timezone

    from games.services.play import resign

    spent = []
    for game, user in live:
        if worker.poll() is not None:
            break
        began = time.perf_counter()
        resign(public_id=game.public_id, user_id=user, key=f"r{game.pk}", now=timezone.now())
        spent.append(time.perf_counter() - began)
        time.sleep(LIVE_PAUSE_S)
    return spent


def _work(turn_s: float) -> str:
    """Go on until nothing is left, in turns of so many seconds, or in one go for 0."""
    from django.utils import timezone

    from games.models import Recalculation
    from games.services.recalculation import advance

    began = time.monotonic()
    turns = 1
    while advance(now=timezone.now(), seconds=turn_s or None):
        turns += 1
    spent = time.monotonic() - began
    run = Recalculation.objects.latest("id")
    assert run.state == Recalculation.State.DONE, run.error
    calculated = (run.finished_at - run.started_at).total_seconds()  # type: ignore[operator]
    # Not `getrusage`: its peak is inherited from the parent.
    status = Path("/proc/self/status").read_text()
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    return (
        f"{calculated:.0f} s until it counts (limit {LIMIT_S} s), {spent:.0f} s until all are told,"
        f" {turns} turns, {peak:.0f} MB at most (limit {LIMIT_MB} MB);"
        f" {run.rows_done} rows read, {run.rows_written} revised,"
        f" {run.players_touched} people touched"
    )


def _check() -> int:
    """Hold every row, as it stands, and every rating against the formula; return the rows."""
    from django.db import connection

    from games.models import Rating

    query = (
        "SELECT c.game_id, g.annulled_at IS NULL, c.place + 9 * c.has_left::int, c.user_id,"
        " coalesce(r.before, c.before), coalesce(r.after, c.after), coalesce(r.k, c.k),"
        " coalesce(r.games, c.games) FROM games_ratingchange c"
        " JOIN games_game g ON g.id = c.game_id LEFT JOIN (SELECT DISTINCT ON (change_id) *"
        " FROM games_ratingrevision ORDER BY change_id, run_id DESC) r ON r.change_id = c.id"
        " ORDER BY c.id"
    )
    standings: dict[int, tuple[int, int]] = {}
    count = 0
    with connection.cursor() as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(2):
            assert rows[0][0] == rows[1][0], rows
            if rows[0][1]:
                right = _one_by_one([(row[3], row[2]) for row in rows], standings)
                assert [row[3:] for row in rows] == right, (rows, right)
            count += len(rows)
    found = {row[0]: row[1:] for row in Rating.objects.values_list("user_id", "value", "games")}
    wrong = [user for user, row in standings.items() if found[user] != row]
    assert not wrong, f"{len(wrong)} ratings are not what the ledger says"
    return count


if __name__ == "__main__":
    import django

    django.setup()
    if sys.argv[1] == "work":
        print(_work(float(sys.argv[2])))
    else:
        for line in _figures(int(sys.argv[1])):
            print(line, flush=True)
