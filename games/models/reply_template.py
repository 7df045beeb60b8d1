"""What moderators have said before and will say again: a measure with its words, or an answer."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.appeal import MESSAGE_LENGTH_MAX
from games.models.sanction import NOTE_LENGTH_MAX

KEY_LENGTH_MAX = 20
TITLE_LENGTH_MAX = 60


class ReplyTemplate(models.Model):
    """One row to choose from; whoever uses it still reads and changes what it fills in.

    A row with a ``key`` comes with the site. Where its texts are empty they are those of
    `games.selectors.reply_templates`, translated; what an administrator writes is taken as it is.

    Attributes:
        do: what it suggests: a measure of a case, or a decision of an appeal; may be empty.
        days: how long, for measures that have a length.
        words: to the player.
        note: for moderators and the log.
    """

    class Use(models.TextChoices):
        """Where it is offered."""

        CASE = "case", _("Case")
        APPEAL = "appeal", _("Appeal")

    key = models.CharField(max_length=KEY_LENGTH_MAX, blank=True, default="", editable=False)
    use = models.CharField(_("where"), max_length=8, choices=Use)
    position = models.PositiveSmallIntegerField(_("position"), default=100)
    is_offered = models.BooleanField(_("offered"), default=True)
    title = models.CharField(_("title"), max_length=TITLE_LENGTH_MAX, blank=True)
    do = models.CharField(_("measure or decision"), max_length=12, blank=True)
    days = models.PositiveSmallIntegerField(_("days"), null=True, blank=True)
    words = models.TextField(_("words to the player"), max_length=MESSAGE_LENGTH_MAX, blank=True)
    note = models.TextField(_("note, for moderators"), max_length=NOTE_LENGTH_MAX, blank=True)

    class Meta:
        """In the order in which they are offered; a key is there once."""

        ordering: ClassVar = ["use", "position", "id"]
        verbose_name = _("reply")
        verbose_name_plural = _("replies")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], name="one_reply_per_key", condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        return self.title or self.key
