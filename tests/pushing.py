"""A push service of our own on a local port, and a browser that reads what comes there."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from games.services.webpush import to_text

AUTH = b"sixteen bytes..."


class Received(NamedTuple):
    """One request to the push service; header names are in lower case."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Takes every message and answers as told.

    Attributes:
        url: its address without a slash at the end.
        answers: status and headers by path; 201 otherwise.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[Received] = []
        self.answers: dict[str, tuple[int, dict[str, str]]] = {}


class Browser:
    """A browser's side of a subscription: it alone can read the messages (RFC 8291)."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.p256dh = to_text(_point(self._key.public_key()))
        self.auth = to_text(AUTH)

    def read(self, body: bytes) -> bytes:
        salt, sender, cipher = body[:16], body[21:86], body[86:]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + _point(self._key.public_key()) + sender
        secret = _hkdf(shared, AUTH, info, 32)
        key = _hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\x02")


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.received.append(Received(self.path, headers, body))
            status, more = service.answers.get(self.path, (201, {}))
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
