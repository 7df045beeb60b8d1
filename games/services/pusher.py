"""Puts what somebody shall know on the screens of his devices."""

import base64
import hashlib
import http.client
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import PushKey, PushSubscription
from games.services.channel import ChannelError
from games.services.endpoint import Answer, RefusedEndpointError, post
from games.services.letters import Letter
from games.services.webpush import KeyPair, encrypt, new_key_pair, vapid_header

FAILURES_MAX: Final = 8
"""A device that refused so many messages in a row is given up."""

BODY_LENGTH_MAX: Final = 300
"""A phone shows no more, and a push service takes no more than 4 KiB."""

TTL_MAX: Final = timedelta(days=2)
TOPIC_LENGTH: Final = 32
GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class Push(NamedTuple):
    """One message to a person's devices.

    Attributes:
        payload: what the service worker reads; public facts only.
        topic: a newer message on it replaces one that has not arrived yet.
        urgency: "high" is worth a battery, "normal", "low".
        ttl: how long it is worth to arrive.
    """

    payload: Mapping[str, Any]
    topic: str
    urgency: str
    ttl: timedelta


def site_keys() -> KeyPair:
    """Return the site's keys for push services; they are made once, by whoever needs them first."""
    keys = PushKey.objects.first()
    if keys is None:
        made = new_key_pair()
        keys, _is_new = PushKey.objects.get_or_create(
            pk=1, defaults={"private": made.private, "public": made.public}
        )
    return KeyPair(keys.private, keys.public)


def push_of(letter: Letter, *, count: int, ttl: timedelta | None) -> Push:
    """Return a letter as a message to devices.

    Args:
        count: games that wait, for the app's badge.
        ttl: how long it is worth to arrive, None for the longest.
    """
    tag = f"game.{letter.game.public_id}" if letter.game is not None else letter.kind
    payload = {
        "title": letter.subject,
        "body": " ".join(letter.sentences)[:BODY_LENGTH_MAX],
        "tag": tag,
        "url": letter.path,
        "count": count,
    }
    urgency = {"time": "high", "turn": "normal"}.get(letter.kind, "low")
    return Push(payload, tag, urgency, min(ttl or TTL_MAX, TTL_MAX))


def try_out(user: User) -> Push:
    """Return the message that shows a user that messages come."""
    payload = {
        "title": _("It works"),
        "body": _("This is how the site tells you that it is your turn, %(name)s.")
        % {"name": user.get_username()},
        "tag": "trial",
        "url": "/settings/",
    }
    return Push(payload, "trial", "high", timedelta(minutes=5))


def push_to_all(user: User, push: Push, *, now: datetime) -> None:
    """Send a message to all devices of a user; one that takes it is enough.

    Raises:
        ChannelError: ``no_device``, or what the last device's service said.
    """
    fault = ChannelError("no_device", is_permanent=True)
    has_arrived = False
    for device in PushSubscription.objects.filter(user=user).order_by("pk"):
        try:
            push_to(device, push, now=now)
            has_arrived = True
        except ChannelError as error:
            # One that may work later is worth more than one that never will.
            fault = fault if not fault.is_permanent else error
    if not has_arrived:
        raise fault


def push_to(device: PushSubscription, push: Push, *, now: datetime) -> None:
    """Send a message to one device; a device that is gone is forgotten.

    Raises:
        ChannelError: ``device_gone``, ``push_refused``, ``push_busy``, ``push_unreachable``.
    """
    try:
        answer = _send(device, push, now)
    except RefusedEndpointError as error:
        device.delete()
        raise ChannelError("device_gone", is_permanent=True) from error
    except (OSError, http.client.HTTPException) as error:
        raise ChannelError("push_unreachable", is_permanent=False) from error
    if answer.status in GONE:
        device.delete()
        raise ChannelError("device_gone", is_permanent=True)
    if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        PushSubscription.objects.filter(pk=device.pk, failures__gt=0).update(failures=0)
        return
    _refused(device, answer)


def _send(device: PushSubscription, push: Push, now: datetime) -> Answer:
    text = json.dumps(push.payload, ensure_ascii=False, separators=(",", ":"))
    contact = settings.PUSH_CONTACT
    keys = site_keys()
    headers = {
        "Authorization": vapid_header(keys, endpoint=device.endpoint, contact=contact, now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(push.ttl.total_seconds())),
        "Urgency": push.urgency,
        "Topic": _topic(push.topic),
    }
    body = encrypt(text.encode(), p256dh=device.p256dh, auth=device.auth)
    return post(device.endpoint, body, headers)


def _refused(device: PushSubscription, answer: Answer) -> None:
    is_busy = answer.status == HTTPStatus.TOO_MANY_REQUESTS or answer.status >= 500
    if is_busy:
        raise ChannelError("push_busy", is_permanent=False, retry_after_s=answer.retry_after_s)
    PushSubscription.objects.filter(pk=device.pk).update(failures=F("failures") + 1)
    PushSubscription.objects.filter(pk=device.pk, failures__gte=FAILURES_MAX).delete()
    raise ChannelError("push_refused", is_permanent=True)


def _topic(tag: str) -> str:
    """Return a tag in the letters and the length that a push service takes (RFC 8030, 5.4)."""
    digest = hashlib.sha256(tag.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:TOPIC_LENGTH]
