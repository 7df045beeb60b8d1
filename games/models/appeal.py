"""What somebody says against a sanction, and what he is answered."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.sanction import Sanction

MESSAGE_LENGTH_MAX = 1000


class Appeal(models.Model):
    """One thread about one sanction.

    Attributes:
        waiting_since: of the oldest message that nobody has answered; None if all are answered.
        decided_by: another moderator than the one who laid the sanction on.
    """

    class State(models.TextChoices):
        """How far it is."""

        OPEN = "open", _("open")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")

    sanction = models.OneToOneField(Sanction, on_delete=models.PROTECT, related_name="appeal")
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField()
    waiting_since = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        """Who has waited longest comes first."""

        permissions: ClassVar = [("decide_appeal", "Can answer and decide appeals")]
        indexes: ClassVar = [
            models.Index(
                fields=["waiting_since"], name="appeal_waiting", condition=Q(state="open")
            ),
            models.Index(fields=["decided_at"], name="appeal_decided"),
        ]

    def __str__(self) -> str:
        return f"appeal {self.pk}"


class AppealMessage(models.Model):
    """One message of the thread, by the person or by a moderator."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    is_moderator = models.BooleanField(default=False)
    text = models.CharField(max_length=MESSAGE_LENGTH_MAX)
    created_at = models.DateTimeField()

    class Meta:
        """In the order in which they were written."""

        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"message {self.pk} of appeal {self.appeal_id}"
