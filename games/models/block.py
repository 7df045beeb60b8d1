"""Who wants nothing to do with whom."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Block(models.Model):
    """A user has blocked one person: from now on the two meet in no new game.

    Only ``user`` is told of it. Blocking implies muting (`games.selectors.chat.unwanted_by`).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created_at = models.DateTimeField()

    class Meta:
        """Each person once, and nobody himself."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "person"], name="one_block_per_person"),
            models.CheckConstraint(name="nobody_blocks_himself", condition=~Q(user=F("person"))),
        ]

    def __str__(self) -> str:
        return f"block {self.pk} of user {self.user_id}"
