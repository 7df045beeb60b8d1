"""Why the clock of one game stands, beside vacations: a moderator's word, or all players agreed."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

REASON_LENGTH_MAX = 200


class Pause(models.Model):
    """One pause of one game, from its offer to its end.

    A player's offer is a row that has not begun; it lapses with the next move or at ``until``.

    Attributes:
        by: the moderator, or the player who proposed it.
        reason: the moderator's; for the log alone, no player reads it.
        version: of the game when it was proposed.
        agreed: seats that have agreed so far.
        until: when the offer lapses, or the pause ends by itself; None for a moderator's.
    """

    class Kind(models.TextChoices):
        """By whose right a clock stands; only the same right lets it run again."""

        MODERATOR = "moderator", _("by a moderator")
        AGREED = "agreed", _("agreed by all")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses")
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    reason = models.CharField(max_length=REASON_LENGTH_MAX, blank=True)
    version = models.PositiveIntegerField()
    agreed = models.JSONField(default=list)
    began_at = models.DateTimeField(null=True, help_text=_("Empty while it is only offered."))
    until = models.DateTimeField(null=True, help_text=_("When it lapses or ends by itself."))
    ended_at = models.DateTimeField(null=True, help_text=_("Empty while it is offered or lasts."))
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        """Of each kind one at a time, and the end is after the beginning."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "kind"],
                name="one_open_pause_per_kind",
                condition=Q(ended_at__isnull=True),
            ),
            models.CheckConstraint(
                name="a_pause_ends_after_its_start",
                condition=Q(ended_at__isnull=True)
                | Q(began_at__isnull=True)
                | Q(ended_at__gte=F("began_at")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["until"], name="pause_until", condition=Q(ended_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} pause of game {self.game_id}"
