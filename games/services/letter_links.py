"""The two signed links of a mail: one opens what it is about, one stops mails of its kind.

Neither signs anybody in: a mail that is passed on must not hand over an account or a hand.
"""

from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

LINK_LIFE: Final = timedelta(days=14)
TOKEN_LENGTH_MAX: Final = 400


class BadLinkError(Exception):
    """The link is not ours, or was changed."""


class OldLinkError(BadLinkError):
    """The link was good once."""


class LetterLink(NamedTuple):
    """To whom a link was sent and what it opens.

    Attributes:
        user_pk: the addressee.
        notice_pk: what he was told, to be marked as read.
        path: of the page that it opens.
    """

    user_pk: int
    notice_pk: int
    path: str


class StopLink(NamedTuple):
    """Who wants no more mails, and of which event."""

    user_pk: int
    event: str


def absolute(path: str) -> str:
    """Return the whole address of a page."""
    return f"{settings.SITE_URL}{path}"


def letter_url(link: LetterLink) -> str:
    """Return the address that opens what a mail is about."""
    return absolute(reverse("letter", args=[_opener().sign_object(list(link))]))


def stop_url(link: StopLink) -> str:
    """Return the address that stops mails of one event; it holds for ever (RFC 8058)."""
    return absolute(reverse("letter_stop", args=[_stopper().sign_object(list(link))]))


def read_letter_token(token: str) -> LetterLink:
    """Return what a link opens.

    Raises:
        OldLinkError: it is older than `LINK_LIFE`.
        BadLinkError: it is none of ours.
    """
    user_pk, notice_pk, path = _read(_opener(), token, max_age=LINK_LIFE)
    return LetterLink(user_pk, notice_pk, path)


def read_stop_token(token: str) -> StopLink:
    """Return whose mails a link stops.

    Raises:
        BadLinkError: it is none of ours.
    """
    user_pk, event = _read(_stopper(), token, max_age=None)
    return StopLink(user_pk, event)


def _opener() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="games.letter.open", sep=".")


def _stopper() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="games.letter.stop", sep=".")


def _read(signer: signing.TimestampSigner, token: str, *, max_age: timedelta | None) -> list[Any]:
    if len(token) > TOKEN_LENGTH_MAX:
        raise BadLinkError
    try:
        found: list[Any] = signer.unsign_object(token, max_age=max_age)
    except signing.SignatureExpired as error:
        raise OldLinkError from error
    except signing.BadSignature as error:
        raise BadLinkError from error
    return found
