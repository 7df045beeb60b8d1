"""How well people keep their games: what each game said, and what came of it."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from games.core.conduct import WHOLE
from games.models.game import Game


class Conduct(models.Model):
    """A user's figure now; follows from the events, one after the other.

    Attributes:
        score: hundredths of a per cent (`games.core.conduct`).
        games: that counted.
        absent_at: when the last time-out or no-show that counted happened.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="conduct",
    )
    score = models.PositiveIntegerField(default=WHOLE)
    games = models.PositiveIntegerField(default=0)
    absent_at = models.DateTimeField(null=True)

    class Meta:
        """It has no plural."""

        verbose_name_plural = "conduct"

    def __str__(self) -> str:
        return f"conduct of user {self.user_id}"


class ConductEvent(models.Model):
    """What one game said about one player. Rows are added and never changed.

    Attributes:
        outcome: `games.core.conduct.Outcome`.
        is_counted: whether it changed the figure; of one absence only the first fault does.
        before, after: hundredths of a per cent.
        happened_at: when he left, or when the game ended.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="conduct_events")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="conduct_events"
    )
    outcome = models.CharField(max_length=8)
    is_counted = models.BooleanField()
    before = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    formula_version = models.PositiveSmallIntegerField()
    happened_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        """In the order in which games ended, each once for each player."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="one_conduct_event_per_player"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="conduct_event_of_user"),
        ]

    def __str__(self) -> str:
        return f"{self.outcome} of user {self.user_id} in game {self.game_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; a second save is a mistake of ours."""
        if not self._state.adding:
            raise TypeError("A conduct event is written once; the table is append-only.")
        super().save(*args, **kwargs)
