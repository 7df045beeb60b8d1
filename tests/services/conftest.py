"""Fixtures for tests of services."""

import pytest

from games import outbox


@pytest.fixture(autouse=True)
def _no_queue(monkeypatch) -> None:
    """Let no task leave: a worker that runs for other tests would do the work before the test."""
    monkeypatch.setattr(outbox, "_enqueue", lambda *_: None)
