"""A socket to the running site, as a browser or a stranger opens it."""

import json
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.client import SiteClient

WAIT_S = 15.0


def open_socket(
    site: Any, path: str, client: SiteClient | None = None, origin: str | None = "own"
) -> ClientConnection:
    """Open a socket; ``origin`` "own" is the site's address, None sends no such header."""
    return connect(
        site.url.replace("http", "ws", 1) + path,
        origin=site.url if origin == "own" else origin,
        additional_headers={"Cookie": client.cookie} if client else {},
        open_timeout=WAIT_S,
        close_timeout=1,
        proxy=None,
    )


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of this kind, within `WAIT_S`."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=WAIT_S))
        if message["type"] == kind:
            return message


def close_code(socket: ClientConnection, within_s: float) -> int:
    """Return the code with which the site closes the socket."""
    try:
        while True:
            socket.recv(timeout=within_s)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
