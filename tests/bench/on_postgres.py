"""Runs the figures of a bench on a PostgreSQL of its own, in a process of its own.

A process has one set of settings, and these need a database that no other bench has touched.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

from tests.postgres import Postgres


def lines_of(module: str, *arguments: str) -> Iterator[str]:
    """Give what `python -m module arguments` prints, line by line as it comes.

    Raises:
        SystemExit: it ended with an error; its name and code are told.
    """
    server = Postgres()
    server.start()
    try:
        given = {"DJANGO_SETTINGS_MODULE": "qwirkle_site.settings.test", "DATABASE_POOL": "0"}
        command = [sys.executable, "-m", module, *arguments]
        environment = {**os.environ, **given, "DATABASE_URL": server.url}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as done:
            assert done.stdout is not None
            for line in done.stdout:
                yield line.rstrip("\n")
        if done.returncode:
            raise SystemExit(f"{module} ended with {done.returncode}")
    finally:
        server.stop()


def option(name: str, usual: int) -> str:
    """Return what the command line says after this option."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else str(usual)
