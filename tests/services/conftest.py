"""Fixtures for tests of services."""

import pytest

from games import outbox


@pytest.fixture
def _no_queue(monkeypatch) -> None:
    """Let no task leave, so that a worker which runs for other tests does not do the work first."""
    monkeypatch.setattr(outbox, "_enqueue", lambda *_: None)
