"""Every step that a moderator has made. Rows are added, never changed, never deleted."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.appeal import Appeal
from games.models.report import Case
from games.models.sanction import NOTE_LENGTH_MAX, Sanction


class LogRows(models.QuerySet["ModerationLog"]):
    """Rows that can only be added."""

    def update(self, **_fields: Any) -> NoReturn:
        """Refuse."""
        raise TypeError("The moderators' log is append-only.")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError("The moderators' log is append-only.")


class ModerationLog(models.Model):
    """One step: who did what to whom, why, and about what.

    Attributes:
        by: None for what the site did by itself.
        user: whom it concerns.
        facts: small public facts: ``days`` of a sanction, ``hours`` of a snooze, ``old_name``,
            ``games`` (their addresses), ``line`` and ``room`` of a chat, ``pool`` of a rating.
    """

    class Action(models.TextChoices):
        """What was done."""

        WARNING = "warning", _("Warning")
        MUTE = "mute", _("Mute")
        SHADOW_MUTE = "shadow_mute", _("Shadow mute")
        BAN_CHAT = "ban_chat", _("Ban from chat")
        BAN_RATED = "ban_rated", _("Ban from rated games")
        BAN_SITE = "ban_site", _("Ban from the site")
        CLOSED = "closed", _("Account closed")
        RENAMED = "renamed", _("Forced to take a new name")
        LIFTED = "lifted", _("Sanction lifted")
        LINE_HIDDEN = "line_hidden", _("Chat line hidden")
        LINE_SHOWN = "line_shown", _("Chat line shown again")
        ANNULLED = "annulled", _("Games annulled")
        RESTORED = "restored", _("Games restored")
        RATING_RESET = "rating_reset", _("Rating set back to the start")
        RECALCULATED = "recalculated", _("Ratings calculated anew")
        REVEALED = "revealed", _("Hands of a running game looked at")
        NO_ACTION = "no_action", _("No action")
        SNOOZED = "snoozed", _("Put off")
        APPEAL_ANSWERED = "answered", _("Appeal answered")
        APPEAL_GRANTED = "granted", _("Appeal granted")
        APPEAL_REFUSED = "refused", _("Appeal refused")

    action = models.CharField(max_length=12, choices=Action)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="moderation_log",
    )
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, related_name="log")
    sanction = models.ForeignKey(Sanction, on_delete=models.PROTECT, null=True, related_name="log")
    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, null=True, related_name="log")
    note = models.CharField(max_length=NOTE_LENGTH_MAX)
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    objects: ClassVar = LogRows.as_manager()

    class Meta:
        """Newest first; a person's history and a month's steps are found by index."""

        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="log_of_user"),
            models.Index(fields=["created_at", "action"], name="log_by_time"),
            models.Index(fields=["action", "-id"], name="log_of_action"),
        ]

    def __str__(self) -> str:
        return f"{self.action} no. {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; a second save is a mistake of ours."""
        if not self._state.adding:
            raise TypeError("The moderators' log is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError("The moderators' log is append-only.")
