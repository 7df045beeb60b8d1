"""Bans that have ended, signals, and the public figures."""

from celery import shared_task
from django.utils import timezone

from games.services import sanctions, signal_sweep, transparency


@shared_task(name="games.sweep_bans", ignore_result=True)
def sweep_bans() -> None:
    """Let in again whose ban is over; safe to run any number of times."""
    sanctions.sweep_ended_bans(now=timezone.now())


@shared_task(name="games.sweep_signals", ignore_result=True)
def sweep_signals() -> None:
    """Look at the rated games that have ended; safe to run any number of times."""
    signal_sweep.sweep_signals(now=timezone.now())


@shared_task(name="games.count_log", ignore_result=True)
def count_log() -> None:
    """Count what is new in the moderators' log; safe to run any number of times."""
    transparency.count_log(now=timezone.now())
