"""Ratings: what each rated game changed, and what came of it."""

from typing import Any, ClassVar, Self

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games.core.elo import START
from games.core.ladder import LISTED_GAMES, LISTED_OPPONENTS
from games.models.game import Game

POOL_LENGTH_MAX = 24

REVISED = ("before", "after", "k", "games")
"""What a recalculation may say anew of a row of the ledger."""


class Rating(models.Model):
    """Where a user stands in a pool now; follows from the ledger, row by row.

    Attributes:
        value: thousandths of a point.
        games: rated games in this pool.
        opponents: different people among the others of these games.
        wins: games that he alone won.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    value = models.IntegerField(default=START)
    games = models.PositiveIntegerField(default=0)
    opponents = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0, db_default=0)
    last_game_at = models.DateTimeField(null=True)

    class Meta:
        """One row for each user and pool."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "pool"], name="one_rating_per_pool"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["pool", "-value", "user"],
                name="rating_listed",
                condition=models.Q(games__gte=LISTED_GAMES, opponents__gte=LISTED_OPPONENTS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool} rating of user {self.user_id}"


class RatingChangeQuerySet(models.QuerySet["RatingChange"]):
    """The ledger, as it was written or as it stands."""

    def current(self, *names: str) -> Self:
        """Return these rows with ``before``, ``after``, ``k``, ``games`` of the newest run.

        Where no recalculation that is done says otherwise, they are as the game's end wrote them.

        Args:
            names: only these are of the newest run, for a query that reads no other; all if none.
        """
        revisions: models.QuerySet[Any] = models.QuerySet(apps.get_model("games", "RatingRevision"))
        newest = revisions.filter(change_id=OuterRef("pk"), run__state="done")
        rows = self.all()
        for name in names or REVISED:
            said = Subquery(newest.order_by("-run_id").values(name)[:1])
            # `annotate` refuses the name of a field; here the field is meant to be covered.
            rows.query.add_annotation(Coalesce(said, F(name)), name)
        return rows


class RatingChange(models.Model):
    """What one rated game changed for one seat. Rows are added and never changed.

    What a later recalculation says is in `RatingRevision`; readers take `objects.current()`.

    Attributes:
        game: None if a moderator set the rating back to the start.
        place, has_left: how the game ended for this seat, as it was rated.
        before, after: thousandths of a point; a bot's are equal.
        k: thousandths; how much the game counted (`games.core.elo.k_factor`); 0 if it did not.
        games: rated games of this user in this pool before it.
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, related_name="rating_changes"
    )
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    place = models.PositiveSmallIntegerField(default=1, db_default=1)
    has_left = models.BooleanField(default=False, db_default=False)
    before = models.IntegerField()
    after = models.IntegerField()
    k = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    formula_version = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField()

    objects = RatingChangeQuerySet.as_manager()

    class Meta:
        """In the order in which games ended."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_change_per_seat"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "pool", "-id"], name="change_of_user"),
            models.Index(fields=["user", "pool", "-created_at"], name="change_of_user_at"),
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
