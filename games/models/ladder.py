"""Ladders: how ratings are spread over one, and what it was at a moment."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.rating import POOL_LENGTH_MAX

KEY_LENGTH_MAX = 10


class LadderHistogram(models.Model):
    """How many ranked players of a pool have which rating; made anew, never counted up or down.

    Attributes:
        counts: players by step (`games.core.ladder.RANK_STEP`), highest first; ``counts[0]`` of
            them stand at step ``top``.
        last_change: the newest row of the ledger that it knows of.
    """

    pool = models.CharField(max_length=POOL_LENGTH_MAX, primary_key=True)
    top = models.IntegerField(default=0)
    counts = models.JSONField(default=list)
    last_change = models.BigIntegerField(default=0)
    built_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"histogram of {self.pool}"


class FrozenLadder(models.Model):
    """A pool's ladder as it was at a moment: each Monday, and at the end of a season.

    Attributes:
        key: the Monday's date, or the season (`games.core.ladder.Season.key`).
        at: the moment; games that ended later do not count.
        filled_to: the rating up to which places have been written.
        ranked_to: the place up to which they have been put in order.
    """

    class Kind(models.TextChoices):
        """What it was frozen for."""

        WEEK = "week", _("Week")
        SEASON = "season", _("Season")

    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    kind = models.CharField(max_length=6, choices=Kind)
    key = models.CharField(max_length=KEY_LENGTH_MAX)
    at = models.DateTimeField()
    filled_to = models.BigIntegerField(default=0)
    is_filled = models.BooleanField(default=False)
    ranked_to = models.PositiveIntegerField(default=0)
    frozen_at = models.DateTimeField(null=True)

    class Meta:
        """Each is frozen once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "kind", "key"], name="one_frozen_ladder"),
        ]

    def __str__(self) -> str:
        return f"{self.pool} ladder, {self.kind} {self.key}"


class FrozenPlace(models.Model):
    """One player on a ladder that is frozen.

    Attributes:
        value: thousandths of a point.
        rank: empty until all places are written.
    """

    ladder = models.ForeignKey(
        FrozenLadder, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    value = models.IntegerField()
    games = models.PositiveIntegerField()
    rank = models.PositiveIntegerField(null=True)

    class Meta:
        """One place for each player."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "user"], name="one_place_per_player"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["ladder", "rank"], name="place_by_rank"),
            models.Index(fields=["ladder", "-value", "user"], name="place_by_value"),
        ]

    def __str__(self) -> str:
        return f"place of user {self.user_id} on ladder {self.ladder_id}"
