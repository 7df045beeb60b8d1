"""How and when a user wants to be told."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class NoticeChoice(models.Model):
    """Where a user departs from the defaults (`games.core.notices.DEFAULTS`)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices"
    )
    event = models.CharField(max_length=12)
    channel = models.CharField(max_length=5)
    is_on = models.BooleanField()

    class Meta:
        """One choice for each square of the matrix."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "event", "channel"], name="one_choice_per_square"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} by {self.channel} for user {self.user_id}"


class NoticeHabits(models.Model):
    """When a user wants to hear from us.

    Attributes:
        quiet_from, quiet_until: by the clock on his wall; both None for no quiet hours.
        digest_at: when the daily mail comes, by the same clock; None: a mail for each turn.
        digest_due: the next moment of that.
        wants_always: whether mails and pushes come also for a game that he is looking at.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="notice_habits",
    )
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)
    digest_at = models.TimeField(null=True)
    digest_due = models.DateTimeField(null=True)
    wants_always = models.BooleanField(default=False)

    class Meta:
        """Quiet hours have a beginning and an end."""

        verbose_name_plural = "notice habits"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="quiet_hours_begin_and_end",
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["digest_due"], name="digest_due", condition=Q(digest_due__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"habits of user {self.user_id}"
