"""Whom people follow."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Follow(models.Model):
    """A user wants to see when one person is here and what he offers. Nobody is told of it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followed_by"
    )
    created_at = models.DateTimeField()

    class Meta:
        """Each person once, and nobody himself."""

        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "person"], name="one_follow_per_person"),
            models.CheckConstraint(name="nobody_follows_himself", condition=~Q(user=F("person"))),
        ]

    def __str__(self) -> str:
        return f"follow {self.pk} of user {self.user_id}"
