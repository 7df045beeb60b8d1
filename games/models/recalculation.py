"""Recalculations: a pool's ratings made anew, in steps, while games go on."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.rating import POOL_LENGTH_MAX, RatingChange

NOTE_LENGTH_MAX = 500
ERROR_LENGTH_MAX = 500


class RatingPool(models.Model):
    """A pool's row: whoever writes its ledger holds it, so that ids are given in order.

    Attributes:
        settling: a run that counts, but to which not all ratings have been brought up yet.
    """

    key = models.CharField(max_length=POOL_LENGTH_MAX, primary_key=True)
    settling = models.ForeignKey(
        "Recalculation", on_delete=models.PROTECT, null=True, related_name="+"
    )

    def __str__(self) -> str:
        return self.key


class Recalculation(models.Model):
    """One run over a pool's ledger, from its beginning or from a game on.

    Attributes:
        games: those that it takes out of the ratings or brings back.
        from_game: where it begins; None for the whole ledger.
        position: the last row of the ledger that is done.
        rows_done, rows_total: rows of the ledger; the total grows while games end.
        rows_written: revisions that it made.
        players_touched: whose rating is another one now.
        largest_change: of any rating, up or down, in thousandths of a point.
        lease_until: until when one worker alone goes on with it.
        tries: times in a row that a worker began a step and did not end it.
        told_to: the last user whose rating was brought up to it and who was told; None once all
            are.
    """

    class Cause(models.TextChoices):
        """What it was started for."""

        ANNULMENT = "annulment", _("games annulled")
        RESTORATION = "restoration", _("games restored")
        REQUEST = "request", _("asked for")

    class State(models.TextChoices):
        """How far it has come."""

        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    cause = models.CharField(max_length=12, choices=Cause)
    note = models.CharField(max_length=NOTE_LENGTH_MAX, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    games = models.ManyToManyField(Game, related_name="recalculations")
    from_game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="+")
    formula_version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    position = models.BigIntegerField(default=0)
    rows_done = models.PositiveIntegerField(default=0)
    rows_total = models.PositiveIntegerField(default=0)
    rows_written = models.PositiveIntegerField(default=0)
    players_touched = models.PositiveIntegerField(default=0)
    largest_change = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=ERROR_LENGTH_MAX, blank=True)
    told_to = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """One at a time in a pool, in the order in which they were asked for."""

        ordering: ClassVar = ["id"]
        permissions: ClassVar = [("start_recalculation", "Can have ratings recalculated")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool"], condition=Q(state="running"), name="one_run_per_pool"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["id"],
                name="recalculation_open",
                condition=Q(state__in=["pending", "running"]) | Q(told_to__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"recalculation {self.pk} of {self.pool}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be calculated."""
        return self.state in (self.State.DONE, self.State.FAILED)

    @property
    def percent(self) -> int:
        """How much of the ledger is done, 0 to 100; rounded down, so that 100 is the end."""
        if self.state == self.State.DONE:
            return 100
        return min(99, 100 * self.rows_done // max(1, self.rows_total))


class RatingRevision(models.Model):
    """What a run says of one row of the ledger; counts once the run is done.

    Two million of them are written in seconds, so the database checks no references: nothing that
    they name is ever deleted.
    """

    pk = models.CompositePrimaryKey("change_id", "run_id")
    change = models.ForeignKey(
        RatingChange,
        on_delete=models.PROTECT,
        related_name="revisions",
        db_index=False,
        db_constraint=False,
    )
    run = models.ForeignKey(
        Recalculation,
        on_delete=models.PROTECT,
        related_name="revisions",
        db_index=False,
        db_constraint=False,
    )
    before = models.IntegerField()
    after = models.IntegerField()
    k = models.PositiveIntegerField()
    games = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"revision of change {self.change_id} by run {self.run_id}"


class RatingShift(models.Model):
    """Whose rating a run changes, from what to what; waits here until the rating follows.

    Attributes:
        games: rated games after it.
        counts_anew: whether opponents, wins and the last game are to be counted anew too.
        is_settled: whether the rating has been brought up to it.
    """

    run = models.ForeignKey(
        Recalculation, on_delete=models.CASCADE, related_name="shifts", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    before = models.IntegerField()
    after = models.IntegerField()
    games = models.PositiveIntegerField(db_default=0)
    counts_anew = models.BooleanField(db_default=False)
    is_settled = models.BooleanField(db_default=True)

    class Meta:
        """One for each person."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "user"], name="one_shift_per_user"),
        ]

    def __str__(self) -> str:
        return f"shift of user {self.user_id} by run {self.run_id}"


class RatingReset(models.Model):
    """Who set a rating back to the start, and why; the ledger's row has no game."""

    change = models.OneToOneField(
        RatingChange, on_delete=models.CASCADE, primary_key=True, related_name="reset"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    note = models.CharField(max_length=NOTE_LENGTH_MAX)

    def __str__(self) -> str:
        return f"reset by change {self.change_id}"
