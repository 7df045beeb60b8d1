"""People's copies of their data, accounts that end, and what both leave behind."""

from celery import shared_task
from django.utils import timezone

from accounts.services import addresses, names, sessions
from games import outbox
from games.services import data_export, deletion

TURN_S = 4.0
"""Seconds; the step that is begun last may take its own time longer."""


@shared_task(name=outbox.EXPORTS_TASK, ignore_result=True, soft_time_limit=120, time_limit=150)
def write_exports() -> None:
    """Go on with the copies that people asked for, and come again if something is left."""
    if data_export.write_exports(now=timezone.now(), seconds=TURN_S):
        outbox.announce_exports()


@shared_task(name="games.delete_accounts", ignore_result=True, soft_time_limit=120, time_limit=150)
def delete_accounts() -> None:
    """Delete the accounts whose owners have not changed their minds; safe at once and again."""
    deletion.delete_due_accounts(now=timezone.now())


@shared_task(name="games.sweep_people", ignore_result=True)
def sweep_people() -> None:
    """Forget what is over; safe to run any number of times."""
    now = timezone.now()
    names.sweep_names(now)
    addresses.sweep_changes(now)
    sessions.sweep_sessions(now)
    data_export.sweep_exports(now=now)
