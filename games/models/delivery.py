"""Every mail and push that must go out, and what became of it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.notice import KEY_LENGTH_MAX, Notice


class Delivery(models.Model):
    """One mail or push that must go out: sent once, or given up with a reason.

    Attributes:
        key: names the delivery for ever; a mail's Message-ID is made of it.
        notice: what it tells; None for the daily mail.
        lease_until: until when one worker alone tries to send it.
        error: code of what went wrong last, or why it was dropped; no address, no text.
    """

    class State(models.TextChoices):
        """Where a delivery is in its life."""

        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")
        DROPPED = "dropped", _("not needed")

    key = models.CharField(max_length=KEY_LENGTH_MAX, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deliveries"
    )
    notice = models.ForeignKey(
        Notice, on_delete=models.CASCADE, null=True, related_name="deliveries"
    )
    channel = models.CharField(max_length=5)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=40, blank=True, default="")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        """Oldest first."""

        ordering: ClassVar = ["id"]
        verbose_name_plural = "deliveries"
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"],
                name="delivery_due",
                condition=Q(state__in=["waiting", "sending"]),
            ),
            models.Index(fields=["created_at"], name="delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.key}"
