"""What a player wants played when his turn comes, written down while he waits."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


class StandingOrder(models.Model):
    """The one order of a player in a game, and what became of it. Nobody else ever sees it.

    Not registered in the admin, in no export but its owner's copy of his data, never logged.

    Attributes:
        choices: the first that is possible is played; ``{"move": ..., "least": points}`` each.
        stops: rules that stop it, by name (`games.rules.qwirkle.standing.Stop`).
        before: how the table was when it was stored, as far as the stop rules ask.
        revision: grows with every change, so that two windows do not write over each other.
        reason: of an order that did not play: the stop rule, or the refusal of its last choice.
        by_seat: who caused that.
    """

    class Outcome(models.TextChoices):
        """What became of an order; an open one has none."""

        OPEN = "", _("waiting")
        PLAYED = "played", _("played")
        STOPPED = "stopped", _("stopped")
        IMPOSSIBLE = "impossible", _("impossible")
        CLEARED = "cleared", _("cleared")
        OVER = "over", _("over")

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="standing_order"
    )
    choices = models.JSONField(default=list)
    stops = models.JSONField(default=list)
    before = models.JSONField(default=dict)
    version = models.PositiveIntegerField(help_text=_("Of the game for which it was stored."))
    revision = models.PositiveIntegerField(default=1)
    key = models.CharField(max_length=64, help_text=_("Of the command that changed it last."))
    stored_at = models.DateTimeField()

    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)
    reason = models.CharField(max_length=24, blank=True)
    by_seat = models.PositiveSmallIntegerField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        """An order is open, or it has an outcome and the time of it."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="a_closed_order_has_an_outcome",
                condition=Q(outcome="", closed_at__isnull=True)
                | Q(~Q(outcome=""), closed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"standing order of player {self.player_id}"

    @property
    def is_open(self) -> bool:
        """Whether it still waits for its turn."""
        return self.outcome == self.Outcome.OPEN
