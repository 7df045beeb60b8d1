"""A change of the address, which the old address can undo."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class AddressChange(models.Model):
    """That a confirmed address was replaced; kept as long as its undo link works.

    Attributes:
        undone_at: when the old address took the account back, or an earlier change was undone.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_changes"
    )
    old = models.EmailField()
    new = models.EmailField()
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        """Newest first."""

        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="address_change_age")]

    def __str__(self) -> str:
        return f"address change {self.pk} of user {self.user_id}"
