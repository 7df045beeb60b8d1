"""The database: SQLite in the data folder, or whatever DATABASE_URL names."""

from pathlib import Path
from typing import Any

import environ

SQLITE_OPTIONS: dict[str, Any] = {
    # docs/decisions/0004: deferred transactions fail at once with "database is locked" when two
    # processes upgrade from reading to writing; IMMEDIATE ones wait for their turn.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,  # seconds
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def postgres_options(env: environ.Env) -> dict[str, Any]:
    """Return psycopg's options: a small pool per process and a bound on waiting for a lock.

    DATABASE_POOL is the largest number of connections per process, 0 for no pool. Persistent
    connections (CONN_MAX_AGE) leak under ASGI, where each request runs on a fresh thread.
    """
    size = env.int("DATABASE_POOL", 8)
    pool = {"min_size": min(2, size), "max_size": size, "timeout": 10} if size else None
    return {
        "options": "-c lock_timeout=2000 -c idle_in_transaction_session_timeout=30000",
        **({"pool": pool} if pool else {}),
    }


def database(env: environ.Env, data_dir: Path) -> dict[str, Any]:
    """Return the entry for `DATABASES["default"]`.

    Args:
        env: reads DATABASE_URL; unset or empty means SQLite.
        data_dir: where the SQLite file lives; made when missing.
    """
    url = env.str("DATABASE_URL", "")
    if url:
        config: dict[str, Any] = dict(env.db_url_config(url))
    else:
        data_dir.mkdir(parents=True, exist_ok=True)
        config = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(data_dir / "qwirkle.sqlite3")}
    is_sqlite = config["ENGINE"].endswith("sqlite3")
    options = SQLITE_OPTIONS if is_sqlite else postgres_options(env)
    config["OPTIONS"] = {**options, **config.get("OPTIONS", {})}
    config["CONN_MAX_AGE"] = 0
    return config
