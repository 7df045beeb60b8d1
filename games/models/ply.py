"""The append-only log of moves."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from games.models.game import Game


class Ply(models.Model):
    """One move as everybody saw it. Rows are written once and never changed.

    ``move`` is in the notation, but a trade shows only how many tiles: ``trade 3``.

    Attributes of the table after it: ``bag_count`` tiles in the bag, ``hand_count`` in the mover's
    hand. ``events`` is what else everybody saw, as JSON objects with a ``kind``, a ``seat`` and the
    public facts of the event: powers, what they did, and what drawing brought.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="plies")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    move = models.CharField(max_length=400)
    points = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    bag_count = models.PositiveSmallIntegerField(default=0)
    hand_count = models.PositiveSmallIntegerField(default=0)
    events = models.JSONField(default=list)
    is_automatic = models.BooleanField(default=False)
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  NULLs do not collide
    digest = models.CharField(max_length=64, blank=True)
    played_at = models.DateTimeField()

    class Meta:
        """The log is gapless by number and knows each intent once."""

        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_ply_per_number"),
            models.UniqueConstraint(
                fields=["game", "key"], name="one_ply_per_key", condition=Q(key__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"ply {self.number} of game {self.game_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; a second save is a mistake of ours."""
        if not self._state.adding:
            raise TypeError("A ply is written once; the log is append-only.")
        super().save(*args, **kwargs)


class PlySecret(models.Model):
    """What only some know of a ply: the tiles traded and the tiles drawn.

    ``move`` and ``drew`` are the mover's; ``gave_drew`` belongs to the seat that was asked for a
    tile and gave it. Tiles are in the notation, in the order they came.
    """

    ply = models.OneToOneField(
        Ply, on_delete=models.CASCADE, primary_key=True, related_name="secret"
    )
    move = models.CharField(max_length=400)
    drew = models.JSONField(default=list)
    gave_drew = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"secret of ply {self.ply_id}"
