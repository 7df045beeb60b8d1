"""A copy of everything that the site keeps about a person, made on request."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def new_token() -> str:
    """Return a random name for a file; 128 bits that nobody guesses."""
    return secrets.token_urlsafe(16)


class DataExport(models.Model):
    """One request for a copy, from the press of the button until the file is swept away.

    Attributes:
        token: names the file in its address; beside it one must be its owner.
        done, total: steps of the job.
        cursor: primary key of the last game that is written down.
        lease_until: until when one worker alone writes.
    """

    class State(models.TextChoices):
        """Where a request is in its life."""

        WAITING = "waiting", _("waiting")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="data_exports"
    )
    token = models.CharField(max_length=22, unique=True, default=new_token, editable=False)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    cursor = models.BigIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True)

    class Meta:
        """Newest first; one at a time for each person."""

        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user"], name="one_export_at_a_time", condition=Q(state="waiting")
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="data_export_age")]

    def __str__(self) -> str:
        return f"export {self.pk} of user {self.user_id}"


class DataExportPart(models.Model):
    """A piece of the file, compressed; the pieces in order are one JSON document."""

    export = models.ForeignKey(DataExport, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        """In order, without a doublet."""

        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["export", "number"], name="one_part_per_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of export {self.export_id}"
