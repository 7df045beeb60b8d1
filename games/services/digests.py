"""The daily mail: how many games wait, once a day by the clock on the reader's wall."""

from datetime import datetime

from django.db import transaction

from games import outbox
from games.core.notices import Channel, Event, next_digest
from games.models import Delivery, NoticeHabits
from games.selectors.clock import zone_named
from games.selectors.games import waiting_count
from games.selectors.notices import DIGEST, choices_of
from games.services.retry import retried
from games.services.routing import quiet_until

SWEEP_SIZE = 100


def sweep_digests(*, now: datetime) -> int:
    """Make the daily mails that are due; return how many."""
    due = NoticeHabits.objects.filter(digest_due__lte=now).order_by("digest_due")
    users = list(due.values_list("user_id", flat=True)[:SWEEP_SIZE])
    return sum(make_digest(user_id=user_id, now=now) for user_id in users)


@retried
def make_digest(*, user_id: int, now: datetime) -> bool:
    """Put one user's daily mail on its way if it is due; return whether it was.

    A day has one, also where a night has an hour twice. Nothing is sent when no game waits.
    """
    with transaction.atomic(durable=True):
        habits = (
            NoticeHabits.objects.select_for_update(of=("self",))
            .select_related("user")
            .get(user_id=user_id)
        )
        if habits.digest_due is None or habits.digest_due > now or habits.digest_at is None:
            return False
        user = habits.user
        zone = zone_named(user.time_zone)
        habits.digest_due = next_digest(now, habits.digest_at, zone)
        habits.save(update_fields=["digest_due"])
        wants = Channel.EMAIL in choices_of([user.pk])[user.pk][Event.YOUR_TURN]
        if not (wants and user.is_active and waiting_count(user.pk)):
            return False
        _delivery, is_new = Delivery.objects.get_or_create(
            key=f"{DIGEST}-{user.pk}-{now.astimezone(zone):%Y-%m-%d}",
            defaults={
                "user": user,
                "channel": Channel.EMAIL,
                "created_at": now,
                "due_at": quiet_until(habits, user, now) or now,
            },
        )
        if is_new:
            outbox.announce_notices()
        return is_new
