"""Who wants to be paired for games of a ladder."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.rating import POOL_LENGTH_MAX


class LadderQueue(models.Model):
    """That a user plays on a pool's ladder: he is paired until he leaves.

    Attributes:
        paces: keys of the paces he wants, one or more.
        rulesets: keys of the games he wants, one or more; all of the pool's family.
        games_most: so many games of this ladder at once. How many he has is counted from the games
            themselves, so that one that has ended makes room in the same moment.
        waits_since: what the width of his window and his turn follow from; empty while he cannot be
            paired, because his places are taken or he is away.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ladder_queues"
    )
    pool = models.CharField(max_length=POOL_LENGTH_MAX)
    paces = models.JSONField(default=list)
    rulesets = models.JSONField(default=list)
    games_most = models.PositiveSmallIntegerField(default=2)
    joined_at = models.DateTimeField()
    waits_since = models.DateTimeField(
        null=True, help_text=_("Empty while his places are taken or he is away.")
    )

    class Meta:
        """One row for each user and pool."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "pool"], name="one_queue_row_per_pool"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["pool", "waits_since"], name="ladder_queue_turn"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} in the queue of {self.pool}"
