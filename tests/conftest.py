"""Fixtures that any test may use; rooms add their own beside their tests."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase
from django.utils import timezone

from tests import emptying
from tests.broker import Broker
from tests.plugin import BROKER, FOLDER
from tests.site import Site


@pytest.fixture(autouse=True)
def _has_stamped(monkeypatch) -> None:
    """This process has just said that it lives, so that no request needs queries for that."""
    from games.services import uptime

    monkeypatch.setitem(uptime._noted, uptime.ROLE, timezone.now())


@pytest.fixture(scope="session")
def broker(pytestconfig: pytest.Config) -> Broker:
    """The broker that this test process started."""
    return pytestconfig.stash[BROKER]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> None:
    """The database, which tests that commit give back as it was."""
    with django_db_blocker.unblock():
        emptying.keep_first_rows()
    TransactionTestCase._fixture_teardown = lambda _self: emptying.empty()


@pytest.fixture(scope="session")
def running_site(pytestconfig, broker, django_db_setup, django_db_blocker) -> Iterator[Site]:
    """The site's processes, started once; tests take `site`."""
    from django.db import connection

    from qwirkle_site.celery import app

    with django_db_blocker.unblock():
        name = str(connection.settings_dict["NAME"])
    site = Site(app, broker, pytestconfig.stash[FOLDER], name)
    try:
        site.collect_static()
        site.start_web()
        site.start_worker()
        yield site
    finally:
        site.close()


@pytest.fixture
def site(running_site: Site, transactional_db: None) -> Iterator[Site]:
    """The running site with an empty database; whatever the test stops is started again."""
    running_site.restore()
    yield running_site
    running_site.restore()
