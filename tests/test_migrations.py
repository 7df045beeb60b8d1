"""An empty database takes all migrations.

The tests' own databases are made from the models, which is much faster; that both agree is a
check of its own (tests/suite.py).
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def empty_database(tmp_path, transactional_db) -> Iterator[str]:
    """The name of a database without a table, on the same server if there is one."""
    if connection.vendor == "sqlite":
        yield str(tmp_path / "empty.sqlite3")
        return
    name = f"{connection.settings_dict['NAME']}_empty"
    with closing(connection.copy()) as other:
        with other.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"')
        yield name
        with other.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')


def test_an_empty_database_takes_all_migrations(empty_database):
    env = {**os.environ, "QWIRKLE_TEST_SITE_DATABASE": empty_database}
    for options in ([], ["--check"]):
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", *options]
        done = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
