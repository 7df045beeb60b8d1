"""Who signs in by name or address, and a password."""

from typing import Any, cast

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.models import User


class NameOrAddressBackend(AuthenticationBackend):  # type: ignore[misc]
    """Checks one password once: no time tells whether an address has an account (T23).

    allauth tries what was typed as a name and as an address, and would hash twice for an address
    that it finds. No name has an @ in it, so what has one is an address alone.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the user whose name or address and password these are."""
        typed = credentials.get("username") or ""
        if "@" in typed:
            credentials = {"email": typed, "password": credentials.get("password")}
        return cast("User | None", super().authenticate(request, **credentials))
