"""A game at a table: its public facts, and its secrets in a table of their own."""

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.core.pace import UNTIMED
from games.models.public_id import new_public_id


class Game(models.Model):
    """The public facts of one game: for anybody, or for its players only if it is private."""

    class Status(models.TextChoices):
        """Where a game is in its life; it never goes back."""

        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    ruleset_key = models.CharField(max_length=80)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    version = models.PositiveIntegerField(
        default=0, help_text=_("Grows by one with every change; the next ply has this number.")
    )
    to_move = models.PositiveSmallIntegerField(null=True)
    end_reason = models.CharField(max_length=12, blank=True)
    ended_by = models.PositiveSmallIntegerField(
        null=True, help_text=_("The seat that called the game off, or made no first move in time.")
    )
    commitment = models.CharField(
        max_length=64, help_text=_("SHA-256 of the seed, published before the first draw.")
    )
    created_at = models.DateTimeField()
    moved_at = models.DateTimeField(help_text=_("When the last ply was played."))
    finished_at = models.DateTimeField(null=True)

    pace = models.CharField(
        max_length=10, default=UNTIMED.key, help_text=_("How much time a turn has.")
    )
    clock_used = models.DurationField(
        default=timedelta, help_text=_("Time of this turn that is counted already.")
    )
    clock_since = models.DateTimeField(
        null=True, help_text=_("From when on the clock runs; empty while it stands.")
    )
    deadline_at = models.DateTimeField(
        null=True, help_text=_("When the seat to move is out of time; empty while it stands.")
    )

    reminder_at = models.DateTimeField(
        null=True, help_text=_("When the seat to move is next reminded of its time.")
    )
    allows_vacation = models.BooleanField(
        default=True, help_text=_("Whether the clock stands while the seat to move is away.")
    )
    is_rated = models.BooleanField(
        default=False, db_default=False, help_text=_("Whether its end changes ratings.")
    )
    ladder = models.CharField(
        max_length=24,
        blank=True,
        default="",
        db_default="",
        help_text=_("The pool for whose ladder it is played; empty for every other game."),
    )
    annulled_at = models.DateTimeField(
        null=True, help_text=_("Since when it no longer counts in the ratings.")
    )
    is_private = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("Only the players can see it; for others it does not exist."),
    )

    bot_due_at = models.DateTimeField(
        null=True, help_text=_("Since when a bot is to move; empty when none is.")
    )
    bot_lease_until = models.DateTimeField(
        null=True, help_text=_("Until when one worker alone thinks about this turn.")
    )
    bot_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        """The sentences that the database holds us to."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="a_running_game_has_a_seat_to_move",
                condition=(
                    Q(status="running", to_move__isnull=False, finished_at__isnull=True)
                    | Q(~Q(status="running"), to_move__isnull=True, finished_at__isnull=False)
                ),
            ),
            models.CheckConstraint(
                name="a_bot_is_due_only_in_a_running_game",
                condition=Q(status="running") | Q(bot_due_at__isnull=True),
            ),
            models.CheckConstraint(
                name="a_clock_runs_only_in_a_running_game",
                condition=Q(status="running", clock_since__isnull=False, deadline_at__isnull=False)
                | Q(clock_since__isnull=True, deadline_at__isnull=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["bot_due_at"], name="game_bot_due", condition=Q(bot_due_at__isnull=False)
            ),
            models.Index(
                fields=["deadline_at"], name="game_deadline", condition=Q(deadline_at__isnull=False)
            ),
            models.Index(
                fields=["id"],
                name="game_standing",
                condition=Q(status="running", clock_since__isnull=True),
            ),
            models.Index(
                fields=["id"], name="game_annulled", condition=Q(annulled_at__isnull=False)
            ),
            models.Index(
                fields=["reminder_at"], name="game_reminder", condition=Q(reminder_at__isnull=False)
            ),
            models.Index(fields=["status", "-id"], name="game_of_status"),
        ]

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        """Return the address of the table."""
        return reverse("game", args=[self.public_id])

    @property
    def is_running(self) -> bool:
        """Whether moves may still be made."""
        return self.status == self.Status.RUNNING

    @property
    def is_binding(self) -> bool:
        """Whether nobody can call it off any more: a ladder game in which somebody has moved."""
        return bool(self.ladder) and self.version > 0


class GameSecret(models.Model):
    """Seed, hands and bag. Read by the services that play and by the one function that observes.

    Not registered in the admin, never serialized, never logged.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="secret"
    )
    seed = models.BinaryField(max_length=32)
    state = models.JSONField()

    def __str__(self) -> str:
        return f"secret of game {self.game_id}"
