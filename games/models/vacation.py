"""Times in which somebody is away and the clocks of his turns stand."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """One vacation of one user, in all his games that allow it.

    Attributes:
        ends_at: when the budget is used up; with that it is over if nobody ended it earlier.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text=_("When the budget is used up."))
    ended_at = models.DateTimeField(null=True, help_text=_("Empty while the user is away."))
    is_automatic = models.BooleanField(
        default=False, help_text=_("Begun by the house instead of a loss on time.")
    )

    class Meta:
        """Somebody is away once at a time, and comes back after he left."""

        ordering: ClassVar = ["-started_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user"],
                name="one_open_vacation_per_user",
                condition=Q(ended_at__isnull=True),
            ),
            models.CheckConstraint(
                name="a_vacation_ends_after_its_start",
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"vacation of user {self.user_id} from {self.started_at:%Y-%m-%d}"
