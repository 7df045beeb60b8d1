"""Recalculations: in short turns, so that bots and clocks do not wait behind them."""

from celery import shared_task
from django.utils import timezone

from games import outbox
from games.services.recalculation import advance

TURN_S = 4.0
"""Seconds; the step that is begun last may take its own time longer."""


@shared_task(
    name=outbox.RECALCULATION_TASK, ignore_result=True, soft_time_limit=120, time_limit=150
)
def recalculate() -> None:
    """Go on with the runs that are due, and come again if something is left."""
    if advance(now=timezone.now(), seconds=TURN_S):
        outbox.announce_recalculation()
