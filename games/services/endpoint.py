"""One HTTPS request to an address that a visitor gave us: never to our own network.

The address is resolved once, every result is judged, and the connection goes to the very result
that was judged, so that a name cannot point elsewhere a moment later. Redirects are not followed.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from games.models.push import ENDPOINT_LENGTH_MAX

CONNECT_S: Final = 3.0
TOTAL_S: Final = 5.0
ANSWER_BYTES_MAX: Final = 2000

_resolver = ThreadPoolExecutor(max_workers=2, thread_name_prefix="resolver")
"""The system's look-up knows no time limit; a slow one holds up these threads alone."""


class RefusedEndpointError(Exception):
    """The address is none that the site sends to."""


class Answer(NamedTuple):
    """What a push service said: the status, and after how many seconds to come back, or None."""

    status: int
    retry_after_s: int | None


def split_endpoint(url: str) -> SplitResult:
    """Return the parts of an address that has the form of a push service's.

    Raises:
        RefusedEndpointError: no HTTPS, a port of its own, a name and password, or too long.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise RefusedEndpointError(url) from error
    is_ours = parts.hostname in settings.PUSH_ENDPOINT_HOSTS
    is_web = parts.scheme == "https" and port in {None, 443}
    is_plain = url.isascii() and url.isprintable() and " " not in url and "@" not in parts.netloc
    if (
        not parts.hostname
        or len(url) > ENDPOINT_LENGTH_MAX
        or not is_plain
        or not (is_web or is_ours)
    ):
        raise RefusedEndpointError(url)
    return parts


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send one request and return what came back, within about `CONNECT_S` + `TOTAL_S`.

    Raises:
        RefusedEndpointError: the address is private, or none.
        OSError: no answer; also `http.client.HTTPException`.
    """
    parts = split_endpoint(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = http.client.HTTPConnection(host, port)
    connection.sock = _connected(parts, host, port)
    with connection.sock as sock:
        # Each read has its own limit below; this ends an answer that drips for ever.
        end = threading.Timer(TOTAL_S, _hang_up, [sock])
        end.start()
        try:
            target = parts.path or "/"
            connection.request(
                "POST", f"{target}?{parts.query}" if parts.query else target, body, dict(headers)
            )
            response = connection.getresponse()
            response.read(ANSWER_BYTES_MAX)
            return Answer(response.status, _seconds(response.getheader("Retry-After")))
        finally:
            end.cancel()


def _connected(parts: SplitResult, host: str, port: int) -> socket.socket:
    address = _public_address(host, port)
    sock = socket.create_connection((address, port), timeout=CONNECT_S)
    sock.settimeout(TOTAL_S)
    if parts.scheme != "https":
        return sock
    try:
        return ssl.create_default_context().wrap_socket(sock, server_hostname=host)
    except BaseException:
        sock.close()
        raise


def _public_address(host: str, port: int) -> str:
    """Return the first address of a name, if all of them are on the open internet."""
    try:
        looked_up = _resolver.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = [str(entry[4][0]) for entry in looked_up.result(timeout=CONNECT_S)]
    except (TimeoutError, UnicodeError) as error:
        message = f"The name {host} could not be looked up."
        raise OSError(message) from error
    if host not in settings.PUSH_ENDPOINT_HOSTS and not all(map(is_public, found)):
        raise RefusedEndpointError(host)
    return found[0]


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the open internet, also behind an IPv6 mapping."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if inner:
            ip = inner
        elif ip in NAT64:
            ip = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.is_global and not ip.is_multicast


NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


def _hang_up(sock: socket.socket) -> None:
    try:
        socket.socket.shutdown(sock, socket.SHUT_RDWR)  # not SSL's own, which is no thread's friend
    except OSError:
        return


def _seconds(text: str | None) -> int | None:
    """Return a Retry-After in seconds; a date counts as none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 7 else None
