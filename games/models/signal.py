"""What the site noticed by itself in rated games: hints for moderators, and what they rest on."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player
from games.models.rating import POOL_LENGTH_MAX
from games.models.report import Report
from games.models.sanction import NOTE_LENGTH_MAX


class Signal(models.Model):
    """One hint about one account, or about two.

    Attributes:
        other: the second account; None where one alone is meant.
        figures: whole numbers and shares, by the names that `games.selectors.signals` explains.
        games: addresses of the games that it rests on.
        key: names kind, accounts and evidence, so that the same is never said twice.
        through_at: when the newest of these games ended; older ones are evidence no more.
        report: what it added to a case; None if the account was shut out already.
    """

    class Kind(models.TextChoices):
        """What was noticed; the same values as `games.core.signals.kinds.SignalKind`."""

        MANY_GAMES = "many_games", _("Many games with each other")
        EARLY_LOSSES = "early_losses", _("Losses in the first turns")
        SAME_WINNER = "same_winner", _("Always the same wins")
        SHARED_DEVICE = "shared_device", _("Shared device")
        BOT_AGREEMENT = "bot_agreement", _("Plays like the strongest bot")
        TABLE_HELP = "table_help", _("Help each other at tables")

    class State(models.TextChoices):
        """What a moderator made of it."""

        NEW = "new", _("new")
        SEEN = "seen", _("seen")
        DISMISSED = "dismissed", _("dismissed")

    kind = models.CharField(max_length=14, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signals"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="other_signals"
    )
    figures = models.JSONField(default=dict)
    games = models.JSONField(default=list)
    key = models.CharField(max_length=64, unique=True)
    through_at = models.DateTimeField()
    report = models.OneToOneField(
        Report, on_delete=models.SET_NULL, null=True, related_name="signal"
    )
    state = models.CharField(max_length=9, choices=State, default=State.NEW)
    judged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    judged_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=NOTE_LENGTH_MAX, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        """Newest first; found by account, by kind and by state."""

        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="signal_of_user"),
            models.Index(fields=["other", "-id"], name="signal_of_other"),
            models.Index(fields=["kind", "-id"], name="signal_of_kind"),
            models.Index(fields=["state", "-id"], name="signal_of_state"),
        ]

    def __str__(self) -> str:
        return f"signal {self.pk}"


class DeviceMark(models.Model):
    """That an account was used on a device, as a keyed hash that is forgotten after a while.

    Not registered in the admin, never serialized, never logged (docs/decisions/0030).

    Attributes:
        mark: 64 hexadecimal digits (`games.services.device_marks`).
        is_exact: of one browser's own push address, not of what many browsers have in common.
    """

    mark = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    is_exact = models.BooleanField()
    expires_at = models.DateTimeField()

    class Meta:
        """One row for each account and device."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["mark", "user"], name="one_mark_per_user"),
        ]
        indexes: ClassVar = [models.Index(fields=["expires_at"], name="mark_expires")]

    def __str__(self) -> str:
        return f"device mark {self.pk}"


class TableGain(models.Model):
    """By how much two seats of a rated table gained more from each other than from the others.

    Attributes:
        first, second: the accounts, the lower primary key first.
        over_given, over_taken: half points (`games.core.signals.helping.excess`).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    over_given = models.IntegerField()
    over_taken = models.IntegerField()
    finished_at = models.DateTimeField()

    class Meta:
        """Once for each pair of a game; a pair's games are found in order."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "first", "second"], name="one_gain_per_pair_and_game"
            ),
            models.CheckConstraint(
                name="a_pair_of_a_table_is_in_order", condition=Q(first__lt=F("second"))
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["first", "second", "finished_at"], name="gain_of_pair"),
            models.Index(fields=["finished_at"], name="gain_age"),
        ]

    def __str__(self) -> str:
        return f"gains of users {self.first_id} and {self.second_id} in game {self.game_id}"


class Agreement(models.Model):
    """How often one player of one game chose as an analyst would have; stored only when given.

    Attributes:
        analyst: `games.bots.analysts.Analyst.name`.
        rating: of the player before the game, in thousandths.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="agreements")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    analyst = models.CharField(max_length=30)
    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    rating = models.IntegerField()
    decisions = models.PositiveSmallIntegerField()
    agreed = models.PositiveSmallIntegerField()
    finished_at = models.DateTimeField()

    class Meta:
        """One figure for each player and analyst, found by account and by strength."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "analyst"], name="one_figure_per_player"),
            models.CheckConstraint(
                name="nobody_agrees_more_often_than_he_decides",
                condition=Q(agreed__lte=F("decisions")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "analyst", "finished_at"], name="agreement_of_user"),
            models.Index(fields=["analyst", "pool", "rating"], name="agreement_of_strength"),
            models.Index(fields=["finished_at"], name="agreement_age"),
        ]

    def __str__(self) -> str:
        return f"agreement of player {self.player_id} with {self.analyst}"
