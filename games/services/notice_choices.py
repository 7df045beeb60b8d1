"""How a user wants to be told."""

from collections.abc import Collection
from datetime import datetime, time

from django.db import transaction

from accounts.models import User
from games.core.notices import DEFAULTS, Channel, Event, next_digest
from games.models import NoticeChoice, NoticeHabits
from games.selectors.clock import zone_named
from games.selectors.notices import DIGEST
from games.services.retry import retried
from games.services.routing import habits_of


@retried
def save_choices(*, user: User, chosen: Collection[tuple[Event, Channel]]) -> None:
    """Store the whole matrix; only what differs from the defaults becomes a row."""
    with transaction.atomic(durable=True):
        NoticeChoice.objects.filter(user=user).delete()
        NoticeChoice.objects.bulk_create(
            [
                NoticeChoice(user=user, event=event, channel=channel, is_on=is_on)
                for event, usual in DEFAULTS.items()
                for channel in Channel
                for is_on in [(event, channel) in chosen]
                if is_on != (channel in usual)
            ]
        )


@retried
def save_habits(
    *,
    user: User,
    quiet: tuple[time, time] | None,
    digest_at: time | None,
    wants_always: bool,
    now: datetime,
) -> None:
    """Store quiet hours, the hour of the daily mail (None: a mail a turn), and "always"."""
    begins, ends = quiet or (None, None)
    zone = zone_named(user.time_zone)
    NoticeHabits.objects.update_or_create(
        user=user,
        defaults={
            "quiet_from": begins,
            "quiet_until": ends,
            "digest_at": digest_at,
            "digest_due": None if digest_at is None else next_digest(now, digest_at, zone),
            "wants_always": wants_always,
        },
    )


@retried
def stop_mails(*, user: User, event: str, now: datetime) -> None:
    """Switch the mails of one event off, or the daily mail and with it those of each turn.

    Raises:
        ValueError: there is no such event.
    """
    is_daily = event == DIGEST
    stopped = Event.YOUR_TURN if is_daily else Event(event)
    with transaction.atomic(durable=True):
        NoticeChoice.objects.update_or_create(
            user=user, event=stopped, channel=Channel.EMAIL, defaults={"is_on": False}
        )
        if is_daily:
            habits_of([user], now)
            NoticeHabits.objects.filter(user=user).update(digest_at=None, digest_due=None)
