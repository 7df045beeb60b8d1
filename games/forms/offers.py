"""Offers of games, and games against bots."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.bots import registry as bots
from games.core.pace import RELAXED
from games.forms.variant import VariantForm
from games.models import Challenge
from games.selectors.conduct import minimum_choices
from games.selectors.paces import pace_choices
from games.selectors.ratings import RANGES


class ChallengeForm(VariantForm):
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
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), required=False, initial=RELAXED.key, widget=forms.RadioSelect
    )
    allows_vacation = forms.BooleanField(
        label=gettext_lazy("Vacations stop the clock"), required=False, initial=True
    )
    is_private = forms.BooleanField(
        label=gettext_lazy("Only the players can see this game"), required=False
    )
    is_rated = forms.TypedChoiceField(
        label=gettext_lazy("Rating"),
        coerce=lambda text: text == "True",
        choices=[("False", gettext_lazy("Casual")), ("True", gettext_lazy("Rated"))],
        empty_value="",
        initial="False",
        required=False,
        widget=forms.RadioSelect,
    )
    rating_range = forms.TypedChoiceField(
        label=gettext_lazy("For players"),
        coerce=int,
        empty_value=None,
        required=False,
    )
    min_conduct = forms.TypedChoiceField(
        label=gettext_lazy("Conduct"),
        help_text=gettext_lazy("How well who joins has to keep his games."),
        coerce=int,
        empty_value=None,
        required=False,
    )
    invitees = forms.CharField(
        label=gettext_lazy("Players to invite"),
        help_text=gettext_lazy("User names, with commas between them."),
        max_length=80,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["pace"]
        if isinstance(field, forms.ChoiceField):
            field.choices = pace_choices()
        field = self.fields["rating_range"]
        if isinstance(field, forms.ChoiceField):
            within = [(width, _("Within %d points of me") % width) for width in RANGES]
            field.choices = [("", _("Of any rating")), *within]
        field = self.fields["min_conduct"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("Of any")), *minimum_choices()]

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
        data["pace"] = data.get("pace") or RELAXED.key
        if data.get("kind") != Challenge.Kind.DIRECT:
            data["invitees"] = []
        elif "invitees" in data and len(data["invitees"]) != data.get("seat_count", 0) - 1:
            self.add_error("invitees", _("Name one player for each of the other seats."))
        return data


class BotGameForm(VariantForm):
    """A new game against bots."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    bots = forms.MultipleChoiceField(
        label=gettext_lazy("Bots"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    only = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["bots"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(bot.key, bot.name) for bot in bots.all_bots()]

    def clean(self) -> dict[str, Any]:
        """Take the one bot whose button was pressed, else all that are ticked."""
        data = super().clean()
        if data.get("only"):
            data["bots"] = [data["only"]]
        elif "bots" in data and not data["bots"]:
            self.add_error("bots", _("Choose one, two or three bots."))
        return data
