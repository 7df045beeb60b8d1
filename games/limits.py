"""How often a person may ask, counted in this process (docs/decisions/0031).

Nothing is written for it: a count that fails with the database, or costs a write with every
request, would do more harm than the flood. Each process counts for itself.
"""

import ipaddress
import threading
from collections import Counter
from collections.abc import Mapping
from time import monotonic

from django.conf import settings

from games.core.limits import Limit, limit_of

IPV6_NET = 64
"""Bits of an IPv6 address that stand for one visitor: the rest he chooses himself."""

_limits: dict[tuple[str, str], Limit] = {}
_open: Counter[str] = Counter()
_lock = threading.Lock()


def take(name: str, key: str) -> float:
    """Count one time of `settings.RATE_LIMITS[name]`; return the seconds to wait, 0 for none."""
    text = settings.RATE_LIMITS[name]
    if not text:
        return 0.0
    with _lock:
        limit = _limits.get((name, text)) or _limits.setdefault((name, text), limit_of(text))
        return limit.take(key, monotonic())


def forget() -> None:
    """Begin to count anew."""
    with _lock:
        _limits.clear()
        _open.clear()


def enter(key: str, *, most: int) -> bool:
    """Take one of so many places and return True, or False when all are taken.

    Whoever has one gives it back with `leave`.
    """
    with _lock:
        if _open[key] >= most:
            return False
        _open[key] += 1
        return True


def leave(key: str) -> None:
    """Give a place back."""
    with _lock:
        _open[key] -= 1
        if _open[key] <= 0:
            del _open[key]


def visitor_key(user_id: int | None, address: str) -> str:
    """Return under which key somebody is counted.

    Who is signed in is counted as himself: fifty pupils behind one address do not share a count.
    All others are counted by their address.
    """
    return address if user_id is None else f"user {user_id}"


def address_of(remote: str, forwarded: str) -> str:
    """Return the address of a visitor, that of his network for IPv6.

    Args:
        remote: who has opened the connection.
        forwarded: the X-Forwarded-For header, of which only what our own proxies have added counts.
    """
    count = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    hops = forwarded.split(",") if count and forwarded else []
    found = hops[-count].strip() if len(hops) >= count > 0 else remote
    try:
        address = ipaddress.ip_address(found)
    except ValueError:
        return found
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, IPV6_NET), strict=False).network_address)
    return str(address)


def address_in_scope(scope: Mapping[str, object]) -> str:
    """Return the address of whoever opens a socket, from its ASGI scope."""
    client = scope.get("client")
    headers = scope.get("headers")
    given = [
        value.decode("latin-1")
        for name, value in (headers if isinstance(headers, list) else [])
        if name == b"x-forwarded-for"
    ]
    return address_of(client[0] if isinstance(client, list | tuple) else "", ",".join(given))
