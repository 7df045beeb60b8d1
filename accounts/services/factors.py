"""Second factors: authenticator apps, passkeys and recovery codes, by allauth's mfa."""

import base64
import hashlib
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Our names and sentences for allauth's second factors; secrets are stored encrypted."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": gettext_lazy("This second factor cannot be removed."),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Set up an authenticator app or a passkey first."
        ),
        "incorrect_code": gettext_lazy("That code is not right. Wait for the next one and try it."),
        "incorrect_passkey": gettext_lazy("That passkey did not work. Try again, or another way."),
    }

    def _get_user_identifier(self, user: User) -> str:
        return user.get_username()

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        """Return a name for a new passkey that its owner may change."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey {number}").format(number=number)

    def encrypt(self, text: str) -> str:
        """Return a secret as it is stored: who reads the database alone cannot use it."""
        return _vault().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return a stored secret."""
        return _vault().decrypt(encrypted_text.encode()).decode()


def note_proven(request: HttpRequest, user: User, authenticator: Authenticator, **_: Any) -> None:
    """Count the session as proven: whoever sets up a factor has just used it.

    A receiver of allauth's signal; recovery codes are made beside another factor and prove nothing.
    """
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        facts = {"id": authenticator.pk, "type": authenticator.type}
        record_authentication(request, user, "mfa", **facts)


def _vault() -> MultiFernet:
    keys = [str(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    derived = (hashlib.sha256(f"accounts.factors:{key}".encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
