"""Names that people had, and names that nobody may take."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.models.user import MAX_NAME

NOTE_LENGTH_MAX = 500


class NameChange(models.Model):
    """One rename. The old name leads to its owner and is kept for him until ``kept_until``.

    Attributes:
        by: the moderator who took the name away; None if the user chose it himself.
        is_forced: whether a moderator took it away: then it leads nowhere and nobody gets it.
        note: the moderator's reason, for moderators alone.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="name_changes"
    )
    old = models.CharField(_("old name"), max_length=MAX_NAME)
    new = models.CharField(_("new name"), max_length=MAX_NAME)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    is_forced = models.BooleanField(default=False)
    note = models.CharField(max_length=NOTE_LENGTH_MAX, blank=True, default="")
    created_at = models.DateTimeField()
    kept_until = models.DateTimeField()

    class Meta:
        """Newest first; found by the old name in any case."""

        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(Lower("old"), name="name_change_old")]

    def __str__(self) -> str:
        return f"rename {self.pk} of user {self.user_id}"


class HeldName(models.Model):
    """The name of a deleted account, which nobody may take for a year; only its keyed hash."""

    digest = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"held name {self.pk}"
