"""The standards of web push, held against their own example; and where pushes never go."""

import json
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from games.services.endpoint import RefusedEndpointError, is_public, post, split_endpoint
from games.services.webpush import (
    are_keys,
    encrypt,
    from_text,
    new_key_pair,
    to_text,
    vapid_header,
)
from tests.factories import NOW

# RFC 8291, appendix A.
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tl"
    "zAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_written_as_in_the_example_of_the_standard():
    sender = ec.derive_private_key(int.from_bytes(from_text(SENDER)), ec.SECP256R1())
    text = b"When I grow up, I want to be a watermelon"
    body = encrypt(text, p256dh=P256DH, auth=AUTH, salt=from_text(SALT), sender=sender)
    assert to_text(body) == BODY


def test_the_same_message_never_looks_the_same_twice():
    assert encrypt(b"x", p256dh=P256DH, auth=AUTH) != encrypt(b"x", p256dh=P256DH, auth=AUTH)


def test_the_token_names_service_end_and_contact_and_is_signed_by_the_sites_key():
    """RFC 8292, 2 and 3."""
    keys = new_key_pair()
    header = vapid_header(
        keys, endpoint="https://push.example/a/b?c", contact="mailto:club@example.org", now=NOW
    )
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(from_text(claims)) == {
        "aud": "https://push.example",
        "exp": int((NOW + timedelta(hours=12)).timestamp()),
        "sub": "mailto:club@example.org",
    }
    raw = from_text(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert key == keys.public


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        (P256DH[:-2], AUTH),
        ("B" + "A" * 86, AUTH),  # no point of the curve
        (P256DH, AUTH[:-2]),
        ("ö" * 87, AUTH),
        ("*" * 87, AUTH),
    ],
)
def test_what_no_browser_would_send_is_no_key(p256dh, auth):
    assert are_keys(P256DH, AUTH)
    assert not are_keys(p256dh, auth)


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://name:word@push.example/x",
        "https://push.example@127.0.0.2/x",
        "ftp://push.example/x",
        "https:///x",
        "https://push.example/\r\nHost: x",
        "https://push.example/" + "x" * 500,
        "https://[::1",
        "",
    ],
)
def test_an_address_that_is_no_push_services_is_refused(url):
    with pytest.raises(RefusedEndpointError):
        split_endpoint(url)


OURS_4 = [
    "127.0.0.2",
    "127.1",
    "2130706434",
    "10.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
]
OURS_6 = ["[::1]", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "localhost"]


@pytest.mark.parametrize("host", [*OURS_4, *OURS_6])
def test_nothing_is_sent_into_our_own_network_however_it_is_written(host):
    with pytest.raises(RefusedEndpointError):
        post(f"https://{host}/x", b"", {})


def test_addresses_of_the_open_internet_are_public():
    assert all(map(is_public, ["8.8.8.8", "2606:4700::1111"]))
    assert not any(map(is_public, ["224.0.0.1", "2002:a00:1::", "ff02::1", "192.0.2.1"]))
