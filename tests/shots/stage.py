"""A live site for the pictures alone: its own folder, database, broker and web process.

Call `raise_stage` before anything that reads Django's settings.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle_site import embedded
from tests.broker import Broker

if TYPE_CHECKING:
    from tests.site import Site


@contextmanager
def raise_stage() -> Iterator["Site"]:
    """Start an empty site and take it down afterwards, whatever happens."""
    folder = embedded.private_folder()
    broker = Broker(folder)
    try:
        broker.start()
        _set_up_django(folder, broker)
        site = _site(folder, broker)
        try:
            site.collect_static()
            site.start_web()
            yield site
        finally:
            site.close()
    finally:
        broker.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _set_up_django(folder: Path, broker: Broker) -> None:
    """Point the settings of the tests at the folder, and make the database."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "qwirkle_site.settings.test"
    os.environ["QWIRKLE_TEST_FOLDER"] = str(folder)
    os.environ["QWIRKLE_DATA"] = str(folder / "data")
    os.environ["QWIRKLE_BROKER"] = str(broker.socket_path)
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    (folder / "data").mkdir()
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _site(folder: Path, broker: Broker) -> "Site":
    from django.db import connection

    from qwirkle_site.celery import app
    from tests.site import Site

    return Site(app, broker, folder, str(connection.settings_dict["NAME"]))
