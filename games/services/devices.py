"""Devices that get pushes: taken on, given up, tried out."""

from datetime import datetime

from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError
from games.models import PushSubscription
from games.services.channel import ChannelError
from games.services.endpoint import RefusedEndpointError, split_endpoint
from games.services.pusher import push_to, try_out
from games.services.retry import retried
from games.services.webpush import are_keys

DEVICE_KEY = "push_endpoint"
"""Key of a session under which its browser's own endpoint stands, to end with the session."""

DEVICES_MAX = 10
"""A person's newest devices are kept."""

TRIAL_PAUSE_S = 10
"""One trial message for each person in so many seconds."""


@retried
def add_device(
    *, user: User, endpoint: str, p256dh: str, auth: str, replaces: str = "", now: datetime
) -> PushSubscription:
    """Send this user's pushes to a browser from now on; one browser belongs to one user.

    Args:
        endpoint: address at the browser's push service, with the two keys of the subscription.
        replaces: address that the same browser had before.

    Raises:
        BadRequestError: ``bad_device``.
    """
    try:
        split_endpoint(endpoint)
    except RefusedEndpointError as error:
        raise _bad_device() from error
    if not are_keys(p256dh, auth):
        raise _bad_device()
    with transaction.atomic(durable=True):
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if replaces != endpoint:
            PushSubscription.objects.filter(user=user, endpoint=replaces).delete()
        device, _is_new = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={"user": user, "p256dh": p256dh, "auth": auth, "failures": 0},
            create_defaults={"user": user, "p256dh": p256dh, "auth": auth, "created_at": now},
        )
        kept = PushSubscription.objects.filter(user=user).order_by("-created_at", "-pk")
        surplus = list(kept.values_list("pk", flat=True)[DEVICES_MAX:])
        PushSubscription.objects.filter(pk__in=surplus).delete()
    return device


@retried
def remove_device(*, user: User, pk: int | None = None, endpoint: str = "") -> None:
    """Send no more pushes to one of this user's devices, named by its row or its address."""
    devices = PushSubscription.objects.filter(user=user)
    (devices.filter(pk=pk) if pk is not None else devices.filter(endpoint=endpoint)).delete()


def try_device(*, user: User, endpoint: str, now: datetime) -> None:
    """Send a message to one of this user's devices, to see whether it comes.

    Raises:
        DomainError: ``no_such_device``, ``push_failed``.
        ConflictError: ``too_fast``.
    """
    device = PushSubscription.objects.filter(user=user, endpoint=endpoint).first()
    if device is None:
        raise DomainError("no_such_device", "This device is not switched on. Switch it on first.")
    if not cache.add(f"push-trial-{user.pk}", "", TRIAL_PAUSE_S):
        raise ConflictError(
            "too_fast", "Too fast. Wait a little, then try again.", wait_s=TRIAL_PAUSE_S
        )
    try:
        push_to(device, try_out(user), now=now)
    except ChannelError as error:
        raise DomainError(
            "push_failed", "The browser's push service did not take the message. Try again later."
        ) from error


def _bad_device() -> BadRequestError:
    return BadRequestError(
        "bad_device", "This browser did not say where to send. Switch it off and on again."
    )
