"""What the public may know of the moderators' log: counts by month."""

from typing import ClassVar

from django.db import models


class LogCount(models.Model):
    """So many steps of one kind in one month about cases of one category.

    Attributes:
        month: its first day, UTC.
        action: as in `ModerationLog`.
        category: of the case; "" for a step without one.
    """

    month = models.DateField()
    action = models.CharField(max_length=12)
    category = models.CharField(max_length=10, blank=True)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        """One row for each."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["month", "action", "category"], name="one_count_per_month_and_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} in {self.month:%Y-%m}"


class ReadTo(models.Model):
    """How far a sweep has read a table to which rows are only added.

    Attributes:
        name: of the sweep.
        position: primary key of the last row that it has taken in.
    """

    name = models.CharField(max_length=20, primary_key=True)
    position = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} has read to {self.position}"
