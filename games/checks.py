"""Start-up checks: what is sent by name must have a receiver."""

from importlib import import_module
from typing import Any

from celery import current_app  # noqa: TID251  asks what there is, sends nothing
from django.core.checks import CheckMessage, Error, register

from games import outbox


@register()
def check_task_names(**_: Any) -> list[CheckMessage]:
    """Report every task name of the outbox that no task answers to."""
    # By name, since checks stand below tasks. Not by Celery's own loader: its Django part runs
    # the system checks again, and so on without end.
    import_module("games.tasks")
    return [
        Error(f"No task is called {name}, but the outbox sends it.", id="games.E001")
        for name in outbox.TASK_NAMES
        if name not in current_app.tasks
    ]
