"""Notices: reminders, daily mails, and everything that must go out."""

from celery import shared_task
from django.utils import timezone

from games.services import deliveries, digests, reminders, routing


@shared_task(name="games.send_notices", ignore_result=True)
def send_notices() -> None:
    """Give new notices their deliveries and send what is due; safe to run at once and again."""
    routing.route_notices(now=timezone.now())
    deliveries.sweep_deliveries(now=timezone.now())


@shared_task(name="games.sweep_notices", ignore_result=True)
def sweep_notices() -> None:
    """Remind, make the daily mails, and send what no message woke anybody for."""
    now = timezone.now()
    reminders.sweep_reminders(now=now)
    digests.sweep_digests(now=now)
    send_notices()


@shared_task(name="games.forget_notices", ignore_result=True)
def forget_notices() -> None:
    """Delete what is old and done with."""
    deliveries.forget_old(now=timezone.now())
