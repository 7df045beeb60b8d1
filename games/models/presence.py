"""Who is on the site now."""

from django.conf import settings
from django.db import models


class Presence(models.Model):
    """When a user was last seen with a page open; nothing about which one."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="presence",
    )
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"presence of user {self.user_id}"
