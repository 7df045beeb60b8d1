"""Deadlines: the sweep that needs nobody to look at a game."""

from celery import shared_task
from django.utils import timezone

from games.services import clocks, pauses, uptime, vacations


@shared_task(name="games.sweep_deadlines", ignore_result=True)
def sweep_deadlines() -> None:
    """Flag everybody who is out of time; safe to run any number of times, also at once."""
    now = timezone.now()
    uptime.note_alive(now=now)
    pauses.sweep_pauses(now=now)
    vacations.sweep_vacations(now=now)
    clocks.sweep_deadlines(now=now)
