"""Where somebody is signed in: noted at sign-in, ended by him or by what makes them unsafe."""

import ipaddress
import re
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Session, User
from accounts.selectors import session_ref

SEEN_EVERY = timedelta(minutes=5)
"""A session is stamped at most this often, so that looking at pages writes next to nothing."""

sessions_ended = Signal()
"""Sessions of ``user_id`` are gone; whoever holds sockets open for them must look again."""

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def note_sign_in(request: HttpRequest, **_: Any) -> None:
    """Keep in a fresh session from where it was started; a receiver of Django's sign-in."""
    request.session[Session.CLIENT_KEY] = {
        "device": device_name(request.META.get("HTTP_USER_AGENT", "")),
        "address": _address_of(request),
        "at": timezone.now().isoformat(),  # noqa: TID251  Django's signal
    }


def note_seen(request: HttpRequest, now: datetime) -> None:
    """Stamp the session of somebody signed in as used, now and then."""
    seen_at = getattr(request.session, "seen_at", None)
    key = request.session.session_key
    if key is not None and seen_at is not None and now - seen_at >= SEEN_EVERY:
        Session.objects.filter(pk=key).update(seen_at=now, address=_address_of(request))


def end_session(user: User, *, ref: str) -> bool:
    """End the user's session with this name; return whether there was one."""
    keys = Session.objects.filter(user=user).values_list("session_key", flat=True)
    key = next((key for key in keys if session_ref(key) == ref), None)
    if key is None:
        return False
    Session.objects.filter(pk=key).delete()
    sessions_ended.send_robust(User, user_id=user.pk)
    return True


def end_sessions(user: User, *, but: str | None = None) -> int:
    """End all sessions of a user, but the one with this key; return how many there were.

    His sockets close within two seconds.
    """
    sessions = Session.objects.filter(user=user)
    if but is not None:
        sessions = sessions.exclude(pk=but)
    number, _ = sessions.delete()
    sessions_ended.send_robust(User, user_id=user.pk)
    return number


def sweep_sessions(now: datetime) -> None:
    """Forget the sessions that have run out."""
    Session.objects.filter(expire_date__lte=now).delete()


def end_others_after_change(request: HttpRequest, user: User, **_: Any) -> None:
    """End what a new password has made invalid; a receiver of allauth's signals."""
    end_sessions(user, but=request.session.session_key)


def device_name(user_agent: str) -> str:
    """Return browser and system in two words, as in "Firefox on Linux"; "" for what is neither."""
    browser = next((name for mark, name in _BROWSERS if f"{mark}/" in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    if not browser:  # programs name themselves first
        found = re.match(r"[A-Za-z][\w.-]{1,30}", user_agent)
        browser = found[0] if found and found[0] != "Mozilla" else ""
    return " on ".join(filter(None, [browser, system]))[:60]


def coarse_address(address: str) -> str:
    """Return the first half of an address, as in "203.0…": a provider, not a person."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if found.version == 4:
        return ".".join(str(found).split(".")[:2]) + "…"
    return ":".join(found.exploded.split(":")[:2]) + "…"


def _address_of(request: HttpRequest) -> str:
    with suppress(PermissionDenied):
        return coarse_address(get_adapter().get_client_ip(request))
    return ""
