"""Starts the services of the tests before Django's settings are read.

Loaded with `-p tests.plugin` (pyproject.toml), because pytest-django reads the settings before
any conftest. QWIRKLE_TEST_DATABASE=postgres runs the suite on a PostgreSQL from the wheel;
DATABASE_URL on a given one.
"""

import os
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from qwirkle_site import embedded
from tests.broker import Broker
from tests.failures import keep_failures
from tests.postgres import Postgres

BROKER = pytest.StashKey[Broker]()
FOLDER = pytest.StashKey[Path]()
_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "site"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config,
) -> Generator[None, None, None]:
    """Start a broker for this process, and one PostgreSQL for it and its xdist workers."""
    # Importing qwirkle_site has named the settings of `play`, and pytest-django goes by this.
    os.environ["DJANGO_SETTINGS_MODULE"] = "qwirkle_site.settings.test"
    folder = embedded.private_folder()
    early_config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    broker = Broker(folder)
    early_config.add_cleanup(broker.stop)
    broker.start()
    early_config.stash[BROKER] = broker
    early_config.stash[FOLDER] = folder
    os.environ["QWIRKLE_TEST_FOLDER"] = str(folder)
    os.environ["QWIRKLE_DATA"] = str(folder / "data")
    os.environ["QWIRKLE_BROKER"] = str(broker.socket_path)
    os.environ.pop("REDIS_URL", None)  # tests empty their broker: never somebody's own
    if os.environ.get("QWIRKLE_TEST_DATABASE") == "postgres" and not os.environ.get("DATABASE_URL"):
        postgres = Postgres()
        early_config.add_cleanup(postgres.stop)
        postgres.start()
        os.environ["DATABASE_URL"] = postgres.url  # workers inherit it
        os.environ["DATABASE_POOL"] = "0"  # a pool would hold the test database open
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a database, a browser, or a live site; `-m` then picks by it."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & _DATABASE_FIXTURES:
            item.add_marker("database")
        if "views" in item.path.parts:  # services and selectors ask the same on both databases
            item.add_marker("one_database")
        if "browser" in item.path.parts:
            item.add_marker("browser")
        if "site" in fixtures:
            item.add_marker("live")


def pytest_report_header() -> str:
    """Name the database in pytest's header."""
    return f"database: {'PostgreSQL' if os.environ.get('DATABASE_URL') else 'SQLite'}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Keep the names of what failed, once for all processes of a run."""
    if hasattr(terminalreporter.config, "workerinput"):
        return
    broken = [
        report
        for outcome in ("failed", "error")
        for report in terminalreporter.stats.get(outcome, ())
    ]
    keep_failures([(report.outcome, report.nodeid) for report in broken])
