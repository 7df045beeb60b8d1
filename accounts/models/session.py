"""Who is signed in where."""

from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _


class Session(AbstractBaseSession):
    """One browser's session, with its user in a column so that he can see and end it.

    Attributes:
        user: who is signed in; None for a visitor.
        device: browser and system in two words, as in "Firefox on Linux"; never the full header.
        address: the first half of the network address, enough to tell home from abroad.
        started_at: when he signed in.
        seen_at: when it was last used, to some minutes.
    """

    CLIENT_KEY: ClassVar = "client"
    """Where the session's data keep ``device``, ``address`` and ``at`` (ISO 8601) of a sign-in."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="sessions"
    )
    device = models.CharField(_("device"), max_length=60, blank=True, default="")
    address = models.CharField(_("address"), max_length=45, blank=True, default="")
    started_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField()

    class Meta(AbstractBaseSession.Meta):
        """Newest first."""

        ordering: ClassVar = ["-seen_at"]

    @classmethod
    def get_session_store_class(cls) -> Any:
        """Return the class that reads and writes these rows."""
        return import_module(settings.SESSION_ENGINE).SessionStore
