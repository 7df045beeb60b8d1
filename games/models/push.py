"""Where pushes go, and by which keys they are sent."""

from typing import ClassVar

from django.conf import settings
from django.db import models

ENDPOINT_LENGTH_MAX = 500


class PushSubscription(models.Model):
    """One browser that gets a user's pushes; never in an export, never logged.

    Attributes:
        endpoint: address at the browser's push service; whoever knows it could send there, if he
            had the site's keys.
        p256dh, auth: the browser's keys, base64url.
        failures: how often in a row the push service refused.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices"
    )
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH_MAX, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        """Oldest first."""

        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of user {self.user_id}"


class PushKey(models.Model):
    """The site's keys for push services, base64url: one row, made once.

    Not registered in the admin, never serialized, never logged.
    """

    private = models.CharField(max_length=60)
    public = models.CharField(max_length=100)

    def __str__(self) -> str:
        return "the site's keys for push services"
