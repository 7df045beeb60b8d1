"""Who sits where in a game."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Player(models.Model):
    """One user in one seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="players"
    )
    score = models.PositiveIntegerField(default=0)
    hand_count = models.PositiveSmallIntegerField(default=0)
    bank = models.DurationField(
        default=timedelta, help_text=_("Time left beyond the allowance of each turn.")
    )
    has_moved = models.BooleanField(default=False)
    has_left = models.BooleanField(default=False)
    qwirkles = models.PositiveSmallIntegerField(
        default=0, null=True, help_text=_("Qwirkles made; empty where nobody counted them.")
    )
    place = models.PositiveSmallIntegerField(null=True)
    is_winner = models.BooleanField(default=False)
    finished_at = models.DateTimeField(
        null=True,
        help_text=_("When the game ended; a copy, so that one's own games are found in order."),
    )

    class Meta:
        """Seats are told apart by number, players by user."""

        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_per_user"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["user", "-finished_at", "-id"],
                name="player_finished",
                condition=Q(finished_at__isnull=False),
            ),
            models.Index(
                fields=["user"], name="player_running", condition=Q(finished_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.game_id}"
