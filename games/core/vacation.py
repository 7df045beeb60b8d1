"""What a vacation costs and how much of the year's budget is left, on explicit times."""

from collections.abc import Iterable
from datetime import datetime, timedelta

BUDGET = timedelta(days=30)
WINDOW = timedelta(days=365)
LEAST_COST = timedelta(days=1)
"""A shorter vacation costs as much, so that nobody stops his clock for an hour at a time."""

LEAST_LEFT = timedelta(hours=12)
"""Whose clock stood has so much time left when it runs again; Live games give no such."""


def budget_left(ended: Iterable[tuple[datetime, datetime]], now: datetime) -> timedelta:
    """Return how long a vacation that begins now may last.

    A vacation counts whole until a year after its end; so no 365 days hold more than the budget.

    Args:
        ended: start and end of earlier vacations, in any order.
    """
    spent = sum(
        (max(LEAST_COST, end - start) for start, end in ended if end > now - WINDOW), timedelta()
    )
    return max(timedelta(), BUDGET - spent)
