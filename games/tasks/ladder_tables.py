"""Ladders: histograms kept fresh, weeks and seasons frozen."""

from celery import shared_task
from django.utils import timezone

from games.services import frozen_ladders, histograms


@shared_task(name="games.sweep_ladders", ignore_result=True)
def sweep_ladders() -> None:
    """Count ratings anew where games have ended, and freeze what is due; safe at once and again."""
    now = timezone.now()
    histograms.sweep_histograms(now=now)
    frozen_ladders.sweep_frozen_ladders(now=now)
