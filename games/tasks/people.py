"""What accounts leave behind: names that are free again, links that work no more, old sessions."""

from celery import shared_task
from django.utils import timezone

from accounts.services import addresses, names, sessions


@shared_task(name="games.sweep_people", ignore_result=True)
def sweep_people() -> None:
    """Forget what is over; safe to run any number of times."""
    now = timezone.now()
    names.sweep_names(now)
    addresses.sweep_changes(now)
    sessions.sweep_sessions(now)
