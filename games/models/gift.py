"""Time that a player gave to the one who was to move."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game


class Gift(models.Model):
    """Time from one player's good will; it went into the other's bank.

    Attributes:
        seat: who got it, being to move.
        version: of the game then; gifts are counted by the move.
        key: made by the giver's page for this one intent.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="gifts")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="gifts_of_time"
    )
    seat = models.PositiveSmallIntegerField()
    amount = models.DurationField()
    version = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    given_at = models.DateTimeField()

    class Meta:
        """The same intent gives once."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "key"], name="one_gift_per_key"),
        ]

    def __str__(self) -> str:
        return f"gift to seat {self.seat} of game {self.game_id}"
