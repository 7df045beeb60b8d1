"""Offers to play: open seeks, invitations by name or by link, games against bots."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.pace import UNTIMED
from games.models.game import Game
from games.models.public_id import new_public_id
from games.models.rating import POOL_LENGTH_MAX


class Challenge(models.Model):
    """One offer of a game that has not started yet."""

    class Kind(models.TextChoices):
        """Who may join."""

        OPEN = "open", _("open to everybody")
        DIRECT = "direct", _("by name")
        LINK = "link", _("by link")
        BOTS = "bots", _("against bots")

    class Status(models.TextChoices):
        """Where an offer is in its life; it never goes back to open."""

        OPEN = "open", _("open")
        STARTED = "started", _("started")
        CANCELLED = "cancelled", _("withdrawn")

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    token = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hosted_challenges"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    ruleset_key = models.CharField(max_length=80)
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=10, default=UNTIMED.key)
    allows_vacation = models.BooleanField(default=True)
    is_rated = models.BooleanField(default=False, db_default=False)
    rating_range = models.PositiveSmallIntegerField(
        null=True, help_text=_("How far from the host's a rating may be, in points; empty: any.")
    )
    host_rating = models.IntegerField(
        null=True, help_text=_("The host's when he opened it, in thousandths of a point.")
    )
    ladder = models.CharField(
        max_length=POOL_LENGTH_MAX,
        blank=True,
        default="",
        db_default="",
        help_text=_("The pool on whose ladder it is a challenge; empty for every other offer."),
    )
    min_conduct = models.PositiveSmallIntegerField(
        null=True, help_text=_("How well who joins has to keep his games, in per cent.")
    )
    is_private = models.BooleanField(default=False, db_default=False)
    host_reply = models.DurationField(
        null=True, help_text=_("How long the host usually takes to answer, when he opened it.")
    )
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="challenge")
    rematch_of = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="rematches"
    )
    key = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        """One intent makes one offer."""

        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["host", "key"], name="one_challenge_per_intent"),
            models.UniqueConstraint(
                fields=["rematch_of"],
                name="one_rematch_of_a_game",
                condition=Q(status__in=["open", "started"]),
            ),
            models.CheckConstraint(
                name="a_started_challenge_has_a_game",
                condition=Q(status="started", game__isnull=False)
                | Q(~Q(status="started"), game__isnull=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-id"], name="challenge_open", condition=Q(status="open")),
        ]

    def __str__(self) -> str:
        return self.public_id


class ChallengeSeat(models.Model):
    """A user's part in an offer."""

    class State(models.TextChoices):
        """Asked by name, in, or out again."""

        INVITED = "invited", _("invited")
        JOINED = "joined", _("joined")
        DECLINED = "declined", _("declined")

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="seats")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenge_seats"
    )
    state = models.CharField(max_length=10, choices=State)

    class Meta:
        """A user is in an offer once."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["challenge", "user"], name="one_challenge_seat_per_user"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state} in challenge {self.challenge_id}"
