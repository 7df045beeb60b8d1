"""Remember, as keyed hashes and for a while, on which devices rated players are signed in.

Nothing is taken that sessions and push devices do not hold already, and no fact itself is copied.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils.crypto import salted_hmac

from accounts.models import Session
from games.models import DeviceMark, PushSubscription

KEPT: Final = timedelta(days=60)
"""From the last rated game on the device; two windows of the signals, then it is forgotten."""

USERS_MAX: Final = 3
"""What more accounts have in common is a school or a provider, and says nothing of two of them."""

SALT: Final = "games.device-mark"
"""The key is the site's secret key with this; a new secret key makes all marks say nothing."""


class Shared(NamedTuple):
    """What two accounts have in common; ``users`` have it in all."""

    mark: str
    is_exact: bool
    users: int


def mark_devices(user_ids: Collection[int], now: datetime) -> None:
    """Keep the marks of where these accounts are signed in now.

    The address of a browser at its push service is that browser's alone. A session's two words
    for its browser and half an address are what many have; that is kept as a mark of its own kind.
    """
    marks: dict[tuple[str, int], bool] = {}
    devices = PushSubscription.objects.filter(user__in=user_ids)
    for user_id, endpoint in devices.values_list("user_id", "endpoint"):
        marks[_mark("push", endpoint), user_id] = True
    sessions = Session.objects.filter(user__in=user_ids, expire_date__gt=now)
    for user_id, device, address in sessions.values_list("user_id", "device", "address"):
        if device and address:
            marks[_mark("session", device, address), user_id] = False
    DeviceMark.objects.bulk_create(
        (
            DeviceMark(mark=mark, user_id=user_id, is_exact=is_exact, expires_at=now + KEPT)
            for (mark, user_id), is_exact in marks.items()
        ),
        update_conflicts=True,
        unique_fields=["mark", "user"],
        update_fields=["expires_at"],
    )


def shared_marks(user_ids: Collection[int], now: datetime) -> Mapping[frozenset[int], list[Shared]]:
    """Return what any two of these accounts have in common, by pair; exact marks come first."""
    live = DeviceMark.objects.filter(expires_at__gt=now)
    own = live.filter(user__in=user_ids).values("mark")
    users: dict[tuple[str, bool], set[int]] = defaultdict(set)
    for mark, is_exact, user_id in live.filter(mark__in=own).values_list(
        "mark", "is_exact", "user_id"
    ):
        users[mark, is_exact].add(user_id)
    found: dict[frozenset[int], list[Shared]] = defaultdict(list)
    for (mark, is_exact), who in sorted(users.items(), key=lambda item: not item[0][1]):
        if 2 <= len(who) <= USERS_MAX:
            for first in who:
                for second in who:
                    if first < second:
                        shared = Shared(mark, is_exact, len(who))
                        found[frozenset((first, second))].append(shared)
    return found


def forget_marks(now: datetime) -> None:
    """Forget what is too old."""
    DeviceMark.objects.filter(expires_at__lte=now).delete()


def _mark(*facts: str) -> str:
    return salted_hmac(SALT, "\n".join(facts), algorithm="sha256").hexdigest()
