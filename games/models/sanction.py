"""What a moderator has laid on somebody."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.report import Case

NOTE_LENGTH_MAX = 500


class Sanction(models.Model):
    """One sanction: it holds from its start until its end, or until a moderator lifts it.

    Attributes:
        note: why, for moderators alone.
        words: what the person is told; empty for a shadow mute.
        until: None for one without an end.
    """

    class Kind(models.TextChoices):
        """What it forbids."""

        WARNING = "warning", _("Warning")
        MUTE = "mute", _("Mute")
        SHADOW_MUTE = "shadow_mute", _("Shadow mute")
        BAN_CHAT = "ban_chat", _("Ban from chat")
        BAN_RATED = "ban_rated", _("Ban from rated games")
        BAN_SITE = "ban_site", _("Ban from the site")
        CLOSED = "closed", _("Account closed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    note = models.CharField(max_length=NOTE_LENGTH_MAX)
    words = models.CharField(max_length=NOTE_LENGTH_MAX, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, related_name="sanctions")
    began_at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        """What holds for somebody now is found by an index."""

        ordering: ClassVar = ["-id"]
        permissions: ClassVar = [
            ("warn", "Can warn"),
            ("mute", "Can mute, openly or in the shadow"),
            ("ban_chat", "Can ban from chat"),
            ("ban_rated", "Can ban from rated games"),
            ("ban_site", "Can ban from the site"),
            ("close_account", "Can close accounts"),
            ("rename", "Can force a new name"),
            ("lift", "Can lift sanctions"),
            ("hide_line", "Can hide chat lines and show them again"),
            ("annul", "Can annul games and restore them"),
            ("reset_rating", "Can set ratings back to the start"),
            ("reveal", "Can see the hands of running games"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="a_sanction_ends_after_its_start",
                condition=Q(until__isnull=True) | Q(until__gte=F("began_at")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["user", "kind"], name="sanction_held", condition=Q(lifted_at__isnull=True)
            ),
            models.Index(fields=["user", "-id"], name="sanction_of_user"),
            models.Index(fields=["kind", "-id"], name="sanction_of_kind"),
            models.Index(
                fields=["until"],
                name="sanction_ends",
                condition=Q(kind="ban_site", lifted_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"sanction {self.pk}"
