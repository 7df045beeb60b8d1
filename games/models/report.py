"""What people report about each other, and the case that moderators make of it."""

from collections.abc import Mapping
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.chat import ChatLine
from games.models.game import Game

TEXT_LENGTH_MAX = 500


class Area(models.TextChoices):
    """Which moderators look at a case; each area is a permission of its own."""

    CHAT = "chat", _("Chat")
    CONDUCT = "conduct", _("Conduct")
    CHEAT = "cheat", _("Fair play")


class Category(models.TextChoices):
    """What somebody is reported for."""

    RUDE = "rude", _("Rude or threatening")
    SPAM = "spam", _("Spam or advertising")
    PRIVATE = "private", _("Somebody's private matters")
    STALLING = "stalling", _("Stalling or leaving games")
    HELP = "help", _("Help from a bot")
    CHEATING = "cheating", _("Tells tiles or makes a deal")
    ACCOUNTS = "accounts", _("Plays with several accounts")
    NAME = "name", _("Offensive name")


AREAS: Mapping[str, Area] = {
    Category.RUDE: Area.CHAT,
    Category.SPAM: Area.CHAT,
    Category.PRIVATE: Area.CHAT,
    Category.STALLING: Area.CONDUCT,
    Category.NAME: Area.CONDUCT,
    Category.HELP: Area.CHEAT,
    Category.CHEATING: Area.CHEAT,
    Category.ACCOUNTS: Area.CHEAT,
}


class Case(models.Model):
    """All open reports of one person for one reason, as a moderator takes them up.

    Attributes:
        score: sum of the weights of its reports; the queue is sorted by it.
        reported_at: when the newest report came.
        locked_by, locked_until: who looks at it now, alone, and how long.
        snoozed_until: it stays out of the queue until then.
        is_acted: whether something was done; None while it is open.
    """

    suspect = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cases"
    )
    category = models.CharField(max_length=10, choices=Category)
    area = models.CharField(max_length=8, choices=Area)
    score = models.PositiveIntegerField(default=0)
    report_count = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    reported_at = models.DateTimeField()
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    locked_until = models.DateTimeField(null=True)
    snoozed_until = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    is_acted = models.BooleanField(null=True)

    class Meta:
        """One open case for a person and a reason; the queue is an index of the open ones."""

        ordering: ClassVar = ["-id"]
        permissions: ClassVar = [
            ("handle_chat", "Can handle cases about chat"),
            ("handle_conduct", "Can handle cases about conduct"),
            ("handle_cheat", "Can handle cases about fair play"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["suspect", "category"],
                name="one_open_case_per_reason",
                condition=Q(closed_at__isnull=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-score", "id"], name="case_queue", condition=Q(closed_at__isnull=True)
            ),
            models.Index(fields=["suspect", "-id"], name="case_of_suspect"),
            models.Index(fields=["closed_at"], name="case_closed"),
        ]

    def __str__(self) -> str:
        return f"case {self.pk}"


class Report(models.Model):
    """Somebody asks a moderator to look at what somebody else does.

    ``evidence`` is frozen, a JSON object of copies: ``name`` of the suspect; of a game ``game``
    (its address), ``version``, ``status``, ``seats`` (name, score and whether he left, by seat);
    of the chat ``lines``, oldest first, each with ``number``, ``author`` (name), ``text`` and
    ``at`` (ISO 8601, UTC), and ``number``, which of them is meant. Never a tile of a hand.

    Attributes:
        reporter: None where the site itself noticed something (`Signal`).
        weight: how much it adds to its case (`games.core.reporting.weight`).
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    line = models.ForeignKey(ChatLine, on_delete=models.SET_NULL, null=True, related_name="reports")
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="reports"
    )
    suspect = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_against"
    )
    category = models.CharField(max_length=10, choices=Category)
    text = models.CharField(max_length=TEXT_LENGTH_MAX, blank=True, default="")
    evidence = models.JSONField()
    weight = models.PositiveSmallIntegerField(default=20)
    is_open = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        """While a report is open, the same person reports the same one for the same once."""

        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["reporter", "suspect", "category"],
                name="one_open_report_per_pair",
                condition=Q(is_open=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["reporter", "created_at"], name="report_rate"),
            models.Index(fields=["created_at"], name="report_age"),
            models.Index(fields=["category", "-id"], name="report_of_category"),
            models.Index(fields=["is_open", "-id"], name="report_open"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"
