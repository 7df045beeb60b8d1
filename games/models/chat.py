"""What people say at a table, and what they do not want to hear."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

LINE_LENGTH_MAX = 500


class Room(models.TextChoices):
    """A game has two rooms: the players talk in one, who watches in the other."""

    TABLE = "table", _("Table")
    STANDS = "stands", _("Spectators")


class ChatLine(models.Model):
    """One line of a room. What was said stays as it was said; a moderator may hide it.

    ``number`` counts from 1 without gaps in the room of one game. A line without an author was
    written by the site. A shadow line was said under a shadow mute: its author alone reads it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat_lines")
    room = models.CharField(max_length=8, choices=Room)
    number = models.PositiveIntegerField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="chat_lines"
    )
    text = models.CharField(max_length=LINE_LENGTH_MAX)
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  NULLs do not collide
    is_hidden = models.BooleanField(default=False)
    is_shadow = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()

    class Meta:
        """One intent says one line; the newest lines of an author are counted by an index."""

        ordering: ClassVar = ["game", "room", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "room", "number"], name="one_line_per_number"),
            models.UniqueConstraint(
                fields=["author", "key"], name="one_line_per_intent", condition=Q(key__isnull=False)
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["author", "created_at"], name="chat_line_rate"),
            models.Index(fields=["room", "-id"], name="chat_line_room"),
            models.Index(fields=["-id"], name="chat_line_hidden", condition=Q(is_hidden=True)),
        ]

    def __str__(self) -> str:
        return f"line {self.number} in {self.room} of game {self.game_id}"


class ChatMute(models.Model):
    """A user does not want to hear one game's chat, or one person anywhere."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_mutes"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="chat_mutes")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="muted_by"
    )

    class Meta:
        """A game or a person, each once."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="a_mute_is_of_a_game_or_a_person",
                condition=Q(game__isnull=False, person__isnull=True)
                | Q(game__isnull=True, person__isnull=False),
            ),
            models.UniqueConstraint(fields=["user", "game"], name="one_mute_per_game"),
            models.UniqueConstraint(fields=["user", "person"], name="one_mute_per_person"),
        ]

    def __str__(self) -> str:
        return f"mute {self.pk} of user {self.user_id}"


class ChatRead(models.Model):
    """The last line of a room that a user has seen."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_reads"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat_reads")
    room = models.CharField(max_length=8, choices=Room)
    number = models.PositiveIntegerField()

    class Meta:
        """One mark per user and room."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game", "room"], name="one_mark_per_room"),
        ]

    def __str__(self) -> str:
        return f"line {self.number} seen by user {self.user_id}"
