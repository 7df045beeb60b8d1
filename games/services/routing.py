"""Decide for each notice on which channels it goes out, and when."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.selectors import verified_address
from games.core.notices import DIGEST_AT, Channel, Event, next_digest
from games.models import Delivery, GameLook, Notice, NoticeHabits, PushSubscription
from games.selectors.clock import zone_named
from games.selectors.notices import choices_of, quiet_of
from games.services.retry import retried

ROUTED_AT_ONCE = 200
LOOKS_FOR = timedelta(seconds=100)
"""Whoever looked at a table this recently may see for himself what there is to tell. If he does,
his next look reads the notice, and nothing is sent."""


@retried
def route_notices(*, now: datetime) -> int:
    """Give the oldest notices their deliveries; return how many were looked at.

    Any number of callers at once route each notice once.
    """
    with transaction.atomic(durable=True):
        notices = list(
            Notice.objects.select_for_update(of=("self",), skip_locked=True)
            .filter(routed_at__isnull=True)
            .select_related("user", "game")
            .order_by("pk")[:ROUTED_AT_ONCE]
        )
        addressees = _addressees({notice.user for notice in notices}, now)
        looks = _looks(notices, now)
        deliveries = []
        for notice in notices:
            addressee = addressees[notice.user_id]
            is_looking = (notice.user_id, notice.game_id) in looks
            deliveries += [
                _delivery(notice, channel, addressee, now, is_looking=is_looking)
                for channel in addressee.channels(notice)
            ]
        Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
        Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(routed_at=now)
        return len(notices)


@dataclass
class Addressee:
    """What routing needs to know of a user."""

    user: User
    habits: NoticeHabits
    chosen: Mapping[str, frozenset[Channel]]
    reach: set[Channel] = field(default_factory=set)

    def channels(self, notice: Notice) -> list[Channel]:
        """Return the channels of this notice beside the bell, which needs no delivery."""
        event = notice.event
        wanted = set(self.chosen.get(event, ())) & self.reach
        if event == Event.YOUR_TURN and self.habits.digest_at is not None:
            wanted -= {Channel.EMAIL}  # the daily mail tells it
        return sorted(wanted)


def habits_of(users: Iterable[User], now: datetime) -> dict[int, NoticeHabits]:
    """Return the habits of these users; who has none yet gets the usual ones.

    Lock: call inside a transaction.
    """
    people = {user.pk: user for user in users}
    known = NoticeHabits.objects.in_bulk(list(people))
    fresh = [
        NoticeHabits(
            user=user,
            digest_at=DIGEST_AT,
            digest_due=next_digest(now, DIGEST_AT, zone_named(user.time_zone)),
        )
        for pk, user in people.items()
        if pk not in known
    ]
    NoticeHabits.objects.bulk_create(fresh, ignore_conflicts=True)
    return known | {habits.user_id: habits for habits in fresh}


def _addressees(users: set[User], now: datetime) -> dict[int, Addressee]:
    habits, chosen = habits_of(users, now), choices_of(user.pk for user in users)
    devices = set(PushSubscription.objects.filter(user__in=users).values_list("user_id", flat=True))
    addressees = {}
    for user in users:
        addressee = Addressee(user, habits[user.pk], chosen[user.pk])
        if user.pk in devices:
            addressee.reach.add(Channel.PUSH)
        if verified_address(user):
            addressee.reach.add(Channel.EMAIL)
        addressees[user.pk] = addressee
    return addressees


def _looks(notices: list[Notice], now: datetime) -> set[tuple[int, int | None]]:
    """Return the pairs of user and game of those who look at the game that they are told of."""
    pairs: dict[int, set[int]] = defaultdict(set)
    for notice in notices:
        if notice.game_id is not None:
            pairs[notice.user_id].add(notice.game_id)
    if not pairs:
        return set()
    asked = Q()
    for user_id, games in pairs.items():
        asked |= Q(user_id=user_id, game_id__in=games)
    looks = GameLook.objects.filter(asked, seen_at__gt=now - LOOKS_FOR)
    return set(looks.values_list("user_id", "game_id"))


def _delivery(
    notice: Notice, channel: Channel, addressee: Addressee, now: datetime, *, is_looking: bool
) -> Delivery:
    is_urgent = addressee.habits.wants_always or notice.facts.get("is_last", False)
    wait = LOOKS_FOR if is_looking and not is_urgent else timedelta()
    delivery = Delivery(
        key=f"{notice.pk}-{channel}",
        user=notice.user,
        notice=notice,
        channel=channel,
        created_at=now,
        due_at=now + wait,
    )
    until = quiet_until(addressee.habits, addressee.user, now)
    if until is not None and not _would_be_too_late(notice, until):
        delivery.due_at = until
    return delivery


def quiet_until(habits: NoticeHabits, user: User, now: datetime) -> datetime | None:
    """Return when the quiet hours end in which somebody is now; None outside of them."""
    quiet = quiet_of(habits)
    return None if quiet is None else quiet.until(now, zone_named(user.time_zone))


def _would_be_too_late(notice: Notice, until: datetime) -> bool:
    """Return whether a reminder that waits so long comes after the end of the time."""
    game = notice.game
    is_reminder = notice.event == Event.TIME_SHORT
    return is_reminder and game is not None and until >= (game.deadline_at or until)
