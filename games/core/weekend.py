"""Time that does not count on Saturdays and Sundays of a zone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

SATURDAY = 5
WEEK = timedelta(days=7)
NONE = timedelta()


def counted(start: datetime, end: datetime, zone: tzinfo | None) -> timedelta:
    """Return how much of the time from start to end counts; none if end is earlier.

    Args:
        start, end: with a zone of their own, any.
        zone: whose weekends do not count; None when all time counts.
    """
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    if end <= start:
        return NONE
    if zone is None:
        return end - start
    total = end - start
    for saturday, monday in _weekends(start, zone):
        if saturday >= end:
            return total
        total -= min(monday, end) - max(saturday, start)
    raise AssertionError("there is always another weekend")


def later(start: datetime, amount: timedelta, zone: tzinfo | None) -> datetime:
    """Return the first moment, in UTC, until which this amount has counted.

    Args:
        amount: zero or more; less than that gives the start.
        zone: as for `counted`.
    """
    start = start.astimezone(UTC)
    if amount <= NONE:
        return start
    if zone is None:
        return start + amount
    for saturday, monday in _weekends(start, zone):
        room = max(saturday - start, NONE)
        if amount <= room:
            return start + amount
        amount -= room
        start = max(monday, start)
    raise AssertionError("there is always another weekend")


def _weekends(moment: datetime, zone: tzinfo) -> Iterator[tuple[datetime, datetime]]:
    """Yield (Saturday 0:00, Monday 0:00) in UTC, from the first that ends after the moment on."""
    day = moment.astimezone(zone).date()
    saturday = day + timedelta(days=SATURDAY - day.weekday())
    while True:
        monday = saturday + timedelta(days=2)
        yield _midnight(saturday, zone), _midnight(monday, zone)
        saturday += WEEK


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)
