"""Forms of the account pages: allauth's, with our texts and an upper bound on passwords."""

from typing import Any
from zoneinfo import available_timezones

from allauth.account import forms as allauth_forms
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as factor_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from accounts.models import Palette, Theme
from accounts.models.user import MAX_NAME, MAX_PASSWORD, MIN_NAME

MAX_CODE = 12
MAX_PASSKEY_NAME = 40


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


class _CodeForm(PlainFields):
    """Mixin: one code of digits, as the phone shows it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.validators.append(MaxLengthValidator(MAX_CODE))
        code.widget.attrs |= {"inputmode": "numeric", "maxlength": str(MAX_CODE)}


class FactorForm(_CodeForm, factor_forms.AuthenticateForm):  # type: ignore[misc]
    """The second step of a sign-in: a code of the app, or one of the recovery codes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("From your app, or one of your recovery codes.")


class FactorAgainForm(_CodeForm, factor_forms.ReauthenticateForm):  # type: ignore[misc]
    """The same code before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("From your app, or one of your recovery codes.")


class ActivateTOTPForm(_CodeForm, totp_forms.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of a new app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        self.fields["code"].help_text = _("The six digits that the app shows now.")


class _Credential:
    """Mixin: a made-up credential is refused, whatever it breaks in the parser."""

    def clean(self) -> dict[str, Any]:
        """Return what is clean; whatever breaks is a code that is not right."""
        try:
            return super().clean() or {}  # type: ignore[misc]
        except (forms.ValidationError, DatabaseError):
            raise
        except Exception as error:
            raise get_adapter().validation_error("incorrect_passkey") from error

    def clean_credential(self) -> Any:
        """Return the credential, or the authenticator that it proves."""
        clean = getattr(super(), "clean_credential", None)
        if clean is None:
            return self.cleaned_data["credential"]  # type: ignore[attr-defined]
        try:
            return clean()
        except (forms.ValidationError, DatabaseError):
            raise
        except Exception as error:
            raise get_adapter().validation_error("incorrect_passkey") from error


class PasskeyForm(_Credential, passkey_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """The second step of a sign-in, by passkey."""


class PasskeyAgainForm(_Credential, passkey_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey before something that matters."""


class PasskeyLoginForm(_Credential, passkey_forms.LoginWebAuthnForm):  # type: ignore[misc]
    """A sign-in by passkey alone."""


class _PasskeyName(PlainFields):
    """Mixin: a short name by which its owner knows a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.label = _("Name")
        name.validators.append(MaxLengthValidator(MAX_PASSKEY_NAME))
        name.widget.attrs["maxlength"] = str(MAX_PASSKEY_NAME)


class AddPasskeyForm(_PasskeyName, _Credential, passkey_forms.AddWebAuthnForm):  # type: ignore[misc]
    """A name for the passkey, and what the browser made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("Such as the device it is on.")
        alone = self.fields["passwordless"]
        alone.label, alone.help_text = _("Sign in with it alone"), ""
        alone.initial = True


class EditPasskeyForm(_PasskeyName, passkey_forms.EditWebAuthnForm):  # type: ignore[misc]
    """Another name for a passkey."""


class NameForm(forms.Form):
    """A new user name; whether it is free the service says."""

    name = forms.CharField(
        label=_("New user name"), min_length=MIN_NAME, max_length=MAX_NAME, strip=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["name"]
        field.help_text = _("3 to 20 letters, digits, _ or -. Everyone sees it.")
        field.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}


class LanguageForm(forms.Form):
    """The language of the pages and mails."""

    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["language"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("That of the browser")), *settings.LANGUAGES]


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
