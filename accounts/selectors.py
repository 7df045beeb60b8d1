"""Every read on accounts."""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.models import Palette, Theme, User

DISPLAY_COOKIE = "display"
"""Holds a visitor's choice as ``theme.palette.marks``, e.g. ``dark.safe.1``."""


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
