"""A sign of life that went through broker, worker and database."""

from celery import shared_task
from django.utils import timezone

from games.services.heartbeat import stamp_heartbeat


@shared_task(name="games.heartbeat", ignore_result=True, expires=60)
def heartbeat() -> None:
    """Stamp the worker's row; the health page turns red when it grows old."""
    stamp_heartbeat(role="worker", now=timezone.now())
