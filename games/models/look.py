"""Who looks at which table now."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game


class GameLook(models.Model):
    """When a user was last seen with this game's table open."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="looks"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="looks")
    seen_at = models.DateTimeField()

    class Meta:
        """One row for each pair."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="one_look_per_game"),
        ]
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="look_age")]

    def __str__(self) -> str:
        return f"look of user {self.user_id} at game {self.game_id}"
