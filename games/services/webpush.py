"""The two standards of web push: who sends (VAPID, RFC 8292) and what is said (RFC 8291).

Written on `cryptography`, which the site has anyway: the packages that do the same bring HTTP
clients and validators along, or must be built on the spot (docs/decisions/0016).
"""

import base64
import binascii
import json
import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE: Final = ec.SECP256R1()
RECORD_SIZE: Final = 4096
PAYLOAD_BYTES_MAX: Final = 3000
"""A push service takes 4096 bytes in all."""
POINT_BYTES, AUTH_BYTES, SALT_BYTES, SCALAR_BYTES = 65, 16, 16, 32
TOKEN_LIFE: Final = timedelta(hours=12)
"""A push service refuses tokens that live longer than a day (RFC 8292, 2)."""


class KeyPair(NamedTuple):
    """The site's two keys as text: base64url without padding, of 32 and of 65 bytes."""

    private: str
    public: str


def new_key_pair() -> KeyPair:
    """Return new keys for a site."""
    key = ec.generate_private_key(CURVE)
    scalar = key.private_numbers().private_value.to_bytes(SCALAR_BYTES)
    return KeyPair(to_text(scalar), to_text(_point(key.public_key())))


def to_text(data: bytes) -> str:
    """Return bytes as base64url without padding, as all of web push is written."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Return the bytes of a base64url text, with or without padding.

    Raises:
        ValueError: it is none.
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether these are the two keys of a browser's subscription."""
    try:
        _public_key(from_text(p256dh))
        return len(from_text(auth)) == AUTH_BYTES
    except (ValueError, UnsupportedAlgorithm):
        return False


def vapid_header(keys: KeyPair, *, endpoint: str, contact: str, now: datetime) -> str:
    """Return the `Authorization` header that says who sends to this endpoint.

    Args:
        contact: where a push service reaches the site, "mailto:..." or "https://...".
    """
    address = urlsplit(endpoint)
    claims: dict[str, str | int] = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": int((now + TOKEN_LIFE).timestamp()),
        "sub": contact,
    }
    head = _json_text({"typ": "JWT", "alg": "ES256"})
    signed = f"{head}.{_json_text(claims)}"
    key = ec.derive_private_key(int.from_bytes(from_text(keys.private)), CURVE)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_text(r.to_bytes(SCALAR_BYTES) + s.to_bytes(SCALAR_BYTES))
    return f"vapid t={signed}.{signature}, k={keys.public}"


def encrypt(
    payload: bytes,
    *,
    p256dh: str,
    auth: str,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the body of a push message, which only the browser with these keys can read.

    Args:
        payload: at most `PAYLOAD_BYTES_MAX` bytes.
        salt: 16 bytes; new for every message, given only by tests of the standard's example.
        sender: likewise.

    Raises:
        ValueError: the keys are none.
    """
    salt = salt or secrets.token_bytes(SALT_BYTES)
    sender = sender or ec.generate_private_key(CURVE)
    theirs, ours = from_text(p256dh), _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), _public_key(theirs))
    secret = _hkdf(shared, from_text(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4) + len(ours).to_bytes(1) + ours
    return head + AESGCM(key).encrypt(nonce, payload + b"\x02", None)  # 2 ends the last record


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    if len(point) != POINT_BYTES:
        message = "The key of a subscription has 65 bytes."
        raise ValueError(message)
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _json_text(value: dict[str, str | int]) -> str:
    return to_text(json.dumps(value, separators=(",", ":")).encode())
