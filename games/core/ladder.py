"""Who stands on a ladder, and its seasons. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

LISTED_GAMES, LISTED_OPPONENTS = 15, 5
"""Rated games, and different people met in them, before somebody is listed."""

LISTED_FOR = timedelta(days=60)
"""Whoever plays no rated game for so long is not listed until the next."""

RANK_STEP = 250
"""Thousandths of a point: who is within the same step is counted, who is above is summed up."""

MONTHS = 3
"""The length of a season."""


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """Three months of a year, in UTC.

    Attributes:
        quarter: 1 is January to March.
    """

    year: int
    quarter: int

    @property
    def key(self) -> str:
        """The season's name in addresses and in the database, as in "2026-q4"."""
        return f"{self.year}-q{self.quarter}"

    @property
    def starts_at(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, MONTHS * (self.quarter - 1) + 1, 1, tzinfo=UTC)

    @property
    def ends_at(self) -> datetime:
        """The first moment after it."""
        return self.next().starts_at

    def next(self) -> "Season":
        """Return the season after this one."""
        is_last = self.quarter * MONTHS == 12
        return Season(self.year + is_last, 1 if is_last else self.quarter + 1)


def season_at(moment: datetime) -> Season:
    """Return the season to which a moment belongs."""
    day = moment.astimezone(UTC)
    return Season(day.year, (day.month - 1) // MONTHS + 1)


def monday_before(moment: datetime) -> datetime:
    """Return the first moment of the week, in UTC; changes of rank count from there."""
    day = moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=day.weekday())
