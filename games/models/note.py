"""What somebody wrote down for himself."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game

NOTE_LENGTH_MAX = 2000


class Note(models.Model):
    """A private note on a game or on a player. Nobody but its author ever sees it.

    Not registered in the admin, in no export but its author's copy of his data, never logged.
    """

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="notes")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="notes_about"
    )
    text = models.TextField(max_length=NOTE_LENGTH_MAX)
    updated_at = models.DateTimeField()

    class Meta:
        """On a game or on a player, one note each."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="a_note_is_on_a_game_or_a_player",
                condition=Q(game__isnull=False, player__isnull=True)
                | Q(game__isnull=True, player__isnull=False),
            ),
            models.UniqueConstraint(fields=["author", "game"], name="one_note_per_game"),
            models.UniqueConstraint(fields=["author", "player"], name="one_note_per_player"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
