"""Forms of the account pages: allauth's, with our texts and an upper bound on passwords."""

from typing import Any
from zoneinfo import available_timezones

from allauth.account import forms as allauth_forms
from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.models import Palette, Theme
from accounts.models.user import MAX_PASSWORD


class PlainFields:
    """Mixin: no placeholders that repeat the label, and no password long enough to stall hashing.

    A placeholder vanishes while one types, so it never carries what the label should.
    """

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.PasswordInput):
                field.validators.append(MaxLengthValidator(MAX_PASSWORD))
                field.widget.attrs["maxlength"] = str(MAX_PASSWORD)


def _new_password(field: forms.Field) -> None:
    field.label = _("Password")
    field.help_text = _("10 characters or more.")


class SignupForm(PlainFields, allauth_forms.SignupForm):  # type: ignore[misc]
    """User name, address and one password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, email = self.fields["username"], self.fields["email"]
        name.label = _("User name")
        name.help_text = _("3 to 20 letters, digits, _ or -. Everyone sees it.")
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        email.help_text = _("For turn reminders and password resets only.")
        email.widget.attrs["placeholder"] = "you@example.org"
        _new_password(self.fields["password1"])


class LoginForm(PlainFields, allauth_forms.LoginForm):  # type: ignore[misc]
    """User name or address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("User name or email")
        login.validators.append(MaxLengthValidator(254))
        login.widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
            "maxlength": "254",
        }
        self.fields["password"].help_text = ""


class ResetPasswordForm(PlainFields, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """The address that gets the reset link."""


class ResetPasswordKeyForm(PlainFields, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, after following the link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _new_password(self.fields["password1"])
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password again")


class ChangePasswordForm(PlainFields, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The old password and a new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Password now")
        self.fields["oldpassword"].help_text = ""  # the page has its own way out
        _new_password(self.fields["password1"])
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password again")


class ReauthenticateForm(PlainFields, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """The password once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class AddEmailForm(PlainFields, allauth_forms.AddEmailForm):  # type: ignore[misc]
    """One more address."""


class DisplayForm(forms.Form):
    """Theme, palette and marks, as sent by the display menu."""

    theme = forms.ChoiceField(choices=Theme.choices, required=False)
    palette = forms.ChoiceField(choices=Palette.choices)
    marks = forms.BooleanField(required=False)


class HabitsForm(forms.Form):
    """How the table behaves: asks before playing, listens to single letters, makes sounds."""

    ask = forms.BooleanField(required=False)
    keys = forms.BooleanField(required=False)
    sound = forms.BooleanField(required=False)


class TimeZoneForm(forms.Form):
    """Where somebody lives, for the times that the pages show and for weekends off."""

    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        if isinstance(field, forms.ChoiceField):
            names = sorted(name for name in available_timezones() if "/" in name)
            shown = [(name, name.replace("_", " ")) for name in names]
            field.choices = [("", _("That of the site (UTC)")), *shown]


class AutoVacationForm(forms.Form):
    """Whether a vacation begins by itself before a loss on time."""

    auto = forms.BooleanField(required=False)


class PaletteOfferForm(forms.Form):
    """The answer to "Hard to tell red and orange apart?"."""

    answer = forms.ChoiceField(choices=[("safe", _("Easy to tell")), ("keep", _("Keep"))])
