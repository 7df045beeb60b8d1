"""Every read on accounts."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Case, When
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import (
    RESERVED_NAMES,
    HeldName,
    NameChange,
    Palette,
    Session,
    Theme,
    User,
)

_HOUSE_NAME = re.compile(r"(?:player|deleted)-\d+", re.IGNORECASE)
"""What the house calls people whose name is gone; nobody chooses it."""

DISPLAY_COOKIE = "display"
"""Holds a visitor's choice as ``theme.palette.marks``, e.g. ``dark.safe.1``."""

SESSIONS_SHOWN = 50
"""So many browsers the page lists; its button ends the others too."""

HELD_USER = "held_user"
"""Where a session keeps who has proven to be somebody that is shut out; he may appeal, no more."""


@dataclass(frozen=True, slots=True)
class Display:
    """How the site looks to somebody: theme ("", light, dark), palette (default, safe), marks."""

    theme: str = Theme.SYSTEM
    palette: str = Palette.DEFAULT
    marks: bool = False

    def as_cookie(self) -> str:
        """Return the cookie's text."""
        return f"{self.theme}.{self.palette}.{int(self.marks)}"


@dataclass(frozen=True, slots=True)
class Habits:
    """How the table behaves for somebody: asks before playing, single-letter keys, sounds."""

    ask: bool = False
    keys: bool = True
    sound: bool = False


def visitor_display(request: HttpRequest) -> Display:
    """Return what the visitor's cookie asks for; anything unreadable is the default."""
    parts = request.COOKIES.get(DISPLAY_COOKIE, "").split(".")
    if len(parts) != 3:
        return Display()
    theme, palette, marks = parts
    return Display(
        theme=theme if theme in Theme.values else Theme.SYSTEM,
        palette=palette if palette in Palette.values else Palette.DEFAULT,
        marks=marks == "1",
    )


def display_of(request: HttpRequest) -> Display:
    """Return the display of whoever asks: the account's, or the visitor's."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return Display(theme=user.theme, palette=user.palette, marks=user.marks)
    return visitor_display(request)


def habits_of(request: HttpRequest) -> Habits:
    """Return the habits of whoever asks; a visitor has the usual ones."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return Habits()
    return Habits(ask=user.asks_before_play, keys=user.has_letter_keys, sound=user.has_sounds)


def verified_address(user: User) -> str:
    """Return where mails about games may go: a confirmed address, or nothing."""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return found.values_list("email", flat=True).first() or ""


def settings_on_page(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `display` and `habits`; `<html>` carries them, so nothing flashes."""
    return {"display": display_of(request), "habits": habits_of(request)}


def session_ref(session_key: str) -> str:
    """Return a session's public name; its key opens the account and is shown to nobody."""
    return salted_hmac("accounts.session", session_key, algorithm="sha256").hexdigest()[:20]


def sessions_of(user: User, *, current_key: str | None, now: datetime) -> list[dict[str, Any]]:
    """Return where a user is signed in, this browser first, then the last used; the newest of many.

    Each has ``ref``, ``device``, ``address``, ``started_at``, ``seen_at`` and ``is_this``.
    """
    is_other = Case(When(session_key=current_key or "", then=0), default=1)
    sessions = Session.objects.filter(user=user, expire_date__gt=now)
    newest = sessions.order_by(is_other, "-seen_at")[:SESSIONS_SHOWN]
    return [
        {
            "ref": session_ref(session.session_key),
            "device": session.device,
            "address": session.address,
            "started_at": session.started_at,
            "seen_at": session.seen_at,
            "is_this": session.session_key == current_key,
        }
        for session in newest
    ]


def factor_step(request: HttpRequest, user: User) -> str:
    """Return the name of the page that a session needs before it may enter the admin; "" for none.

    A session counts once it was signed in to, or confirmed, with one of the user's second factors.
    """
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    if not kinds:
        return "staff_factor"
    if any(record["method"] == "mfa" for record in get_authentication_records(request, user)):
        return ""
    by_code = {Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES}
    has_code = Authenticator.Type.TOTP in kinds or not kinds - by_code
    return "mfa_reauthenticate" if has_code else "mfa_reauthenticate_webauthn"


def name_refusal(name: str, user: User | None, now: datetime) -> str:
    """Return why a user, or somebody new, cannot have a name: a code; "" if he can.

    Codes: ``name_reserved``, ``name_taken``.
    """
    if name.lower() in RESERVED_NAMES or _HOUSE_NAME.fullmatch(name):
        return "name_reserved"
    own = -1 if user is None else user.pk
    if User.objects.filter(username__iexact=name).exclude(pk=own).exists():
        return "name_taken"
    changes = NameChange.objects.filter(old__iexact=name)
    kept = changes.filter(is_forced=False, kept_until__gt=now).exclude(user_id=own)
    is_kept = changes.filter(is_forced=True).exists() or kept.exists()
    is_held = HeldName.objects.filter(digest=name_digest(name), until__gt=now).exists()
    return "name_taken" if is_kept or is_held else ""


def name_digest(name: str) -> str:
    """Return the keyed hash under which the name of a deleted account is held."""
    return salted_hmac("accounts.held_name", name.lower(), algorithm="sha256").hexdigest()


def next_rename_at(user: User, now: datetime) -> datetime | None:
    """Return from when on a user may change his name again; None if he may now."""
    if user.may_choose_name:
        return None
    own = NameChange.objects.filter(user=user, is_forced=False, kept_until__gt=now)
    return own.order_by("-kept_until").values_list("kept_until", flat=True).first()


def renamed_to(name: str, now: datetime) -> str:
    """Return what whoever was called this is called now; "" if nobody was who may be found."""
    changes = NameChange.objects.filter(old__iexact=name, is_forced=False, kept_until__gt=now)
    found = changes.filter(user__is_active=True).values_list("user__username", flat=True)
    return found.first() or ""
