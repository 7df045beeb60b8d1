"""What people send by form: moves without script, and offers of games."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.bots import registry as bots
from games.core.errors import BadRequestError
from games.models import Challenge

ROWS = range(6)
"""Rows of the plain form: nobody can lay more than six tiles at once."""

COORDINATE_DIGITS_MAX = 4


def move_text(data: Mapping[str, str], traded: Iterable[str], hand: list[str]) -> str:
    """Return the move that the plain form describes, in the notation.

    Args:
        data: ``kind`` play, trade or pass; for play ``tile-0``, ``x-0``, ``y-0`` and so on.
        traded: indexes into the hand, for a trade.
        hand: the player's tiles in the order the form showed them.

    Raises:
        BadRequestError: ``bad_request``, with what to fill in.
    """
    kind = data.get("kind", "play")
    if kind == "pass":
        return "pass"
    if kind == "trade":
        return " ".join(["trade", *_traded_tiles(traded, hand)])
    if kind != "play":
        raise BadRequestError("bad_request", _("Choose to play, to trade or to pass."))
    placed = [tile for row in ROWS if (tile := _placed(data, row))]
    if not placed:
        raise BadRequestError("bad_request", _("Choose at least one tile and its place."))
    return " ".join(["play", *placed])


def _placed(data: Mapping[str, str], row: int) -> str:
    """Return ``RS@0,0`` for one row of the form, or nothing for an empty row."""
    tile, x, y = (data.get(f"{name}-{row}", "").strip() for name in ("tile", "x", "y"))
    if not tile:
        return ""
    if not (_is_coordinate(x) and _is_coordinate(y)):
        raise BadRequestError(
            "bad_request", _("Give a column and a row, as whole numbers, for every tile.")
        )
    return f"{tile[:2]}@{int(x)},{int(y)}"


def _is_coordinate(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= COORDINATE_DIGITS_MAX


def _traded_tiles(traded: Iterable[str], hand: list[str]) -> list[str]:
    slots = set(traded)
    tiles = [tile for slot, tile in enumerate(hand) if str(slot) in slots]
    if not tiles:
        raise BadRequestError("bad_request", _("Tick the tiles that you want to trade."))
    return tiles


class ChallengeForm(forms.Form):
    """A new offer of a game."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        label=gettext_lazy("Who may join"),
        choices=[
            (Challenge.Kind.OPEN, gettext_lazy("Everybody")),
            (Challenge.Kind.DIRECT, gettext_lazy("By name")),
            (Challenge.Kind.LINK, gettext_lazy("By link")),
        ],
        initial=Challenge.Kind.OPEN,
        widget=forms.RadioSelect,
    )
    seat_count = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        coerce=int,
        choices=[(count, str(count)) for count in (2, 3, 4)],
        initial=2,
        widget=forms.RadioSelect,
    )
    invitees = forms.CharField(
        label=gettext_lazy("Players to invite"),
        help_text=gettext_lazy("User names, with commas between them."),
        max_length=80,
        required=False,
    )

    def clean_invitees(self) -> list[User]:
        """Return the users named, each once, in any case of letters."""
        names = [name.strip() for name in self.cleaned_data["invitees"].split(",")]
        users = []
        for name in filter(None, names):
            user = User.objects.people().filter(username__iexact=name, is_active=True).first()
            if user is None:
                raise forms.ValidationError(_("No player is called “%s”.") % name)
            if user not in users:
                users.append(user)
        return users

    def clean(self) -> dict[str, Any]:
        """Ask for as many names as there are seats to fill, where names count."""
        data = super().clean() or self.cleaned_data
        if data.get("kind") != Challenge.Kind.DIRECT:
            data["invitees"] = []
        elif "invitees" in data and len(data["invitees"]) != data.get("seat_count", 0) - 1:
            self.add_error("invitees", _("Name one player for each of the other seats."))
        return data


class BotGameForm(forms.Form):
    """A new game against bots."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    bots = forms.MultipleChoiceField(
        label=gettext_lazy("Bots"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose one, two or three bots.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["bots"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(bot.key, bot.name) for bot in bots.all_bots()]
