"""Offers that nobody takes."""

from celery import shared_task
from django.utils import timezone

from games.services import challenges


@shared_task(name="games.sweep_challenges", ignore_result=True)
def sweep_challenges() -> None:
    """Withdraw what has waited for a week; safe to run any number of times."""
    challenges.sweep_challenges(now=timezone.now())
