"""Bans that have ended."""

from celery import shared_task
from django.utils import timezone

from games.services import sanctions


@shared_task(name="games.sweep_bans", ignore_result=True)
def sweep_bans() -> None:
    """Let in again whose ban is over; safe to run any number of times."""
    sanctions.sweep_ended_bans(now=timezone.now())
