"""What somebody was told of."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.challenge import Challenge
from games.models.game import Game

KEY_LENGTH_MAX = 60


class Notice(models.Model):
    """One happening that concerns one user; public facts only.

    Attributes:
        event: `games.core.notices.Event`.
        key: names the happening, so that it is told once.
        game_version: of the game then; a turn's notice is stale once the game has moved on.
        facts: what its sentence needs beside the game: names, seats, never a tile.
        routed_at: when it was decided on which channels it goes out; None until then.
        read_at: when the user saw it, or saw to it.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    event = models.CharField(max_length=12)
    key = models.CharField(max_length=KEY_LENGTH_MAX)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="notices")
    game_version = models.PositiveIntegerField(null=True)
    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, null=True, related_name="notices"
    )
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    routed_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        """Newest first; the same happening once."""

        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="one_notice_per_happening"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="notice_of_user"),
            models.Index(fields=["user"], name="notice_unread", condition=Q(read_at__isnull=True)),
            models.Index(
                fields=["id"], name="notice_unrouted", condition=Q(routed_at__isnull=True)
            ),
            models.Index(fields=["created_at"], name="notice_age"),
        ]

    def __str__(self) -> str:
        return f"{self.event} for user {self.user_id}"
