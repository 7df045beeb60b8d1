"""Ratings: what each rated game changed, and what came of it."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from games.core.elo import START
from games.models.game import Game

POOL_LENGTH_MAX = 24


class Rating(models.Model):
    """Where a user stands in a pool now; follows from the ledger, row by row.

    Attributes:
        value: thousandths of a point.
        games: rated games in this pool.
        opponents: different people among the others of these games.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    value = models.IntegerField(default=START)
    games = models.PositiveIntegerField(default=0)
    opponents = models.PositiveIntegerField(default=0)
    last_game_at = models.DateTimeField(null=True)

    class Meta:
        """One row for each user and pool."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "pool"], name="one_rating_per_pool"),
        ]

    def __str__(self) -> str:
        return f"{self.pool} rating of user {self.user_id}"


class RatingChange(models.Model):
    """What one rated game changed for one seat. Rows are added and never changed.

    Attributes:
        before, after: thousandths of a point; a bot's are equal.
        k: thousandths; how much the game counted (`games.core.elo.k_factor`).
        games: rated games of this user in this pool before it.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rating_changes")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    before = models.IntegerField()
    after = models.IntegerField()
    k = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    formula_version = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        """In the order in which games ended."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_change_per_seat"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "pool", "-id"], name="change_of_user"),
            models.Index(fields=["pool", "id"], name="change_of_pool"),
        ]

    def __str__(self) -> str:
        return f"rating change of seat {self.seat} in game {self.game_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; a second save is a mistake of ours."""
        if not self._state.adding:
            raise TypeError("A rating change is written once; the ledger is append-only.")
        super().save(*args, **kwargs)


class RatedOpponent(models.Model):
    """That somebody has met somebody in a rated game of a pool."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="met")
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        """Once for each pair."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rating", "opponent"], name="one_row_per_opponent"),
        ]

    def __str__(self) -> str:
        return f"opponent {self.opponent_id} of rating {self.rating_id}"
