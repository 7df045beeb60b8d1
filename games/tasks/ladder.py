"""Ladder games: the queues, and who is paired out of them."""

from celery import shared_task
from django.utils import timezone

from games.services import ladder_queue, pairing


@shared_task(name="games.pair_ladder", ignore_result=True)
def pair_ladder() -> None:
    """Pair who waits; safe to run any number of times, also at once."""
    now = timezone.now()
    ladder_queue.sweep_queue(now=now)
    pairing.pair_ladders(now=now)
