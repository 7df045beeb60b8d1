"""How far sweeps have read tables to which rows are only added."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, Final

from django.db.models import Max, QuerySet

from games.models import ReadTo

SETTLED: Final = timedelta(seconds=60)
"""Rows so young are left for the next sweep: one with a lower key may be committed after them."""


def take_position(name: str, first: Callable[[], int]) -> ReadTo | None:
    """Return the position with its row locked, None while another sweep holds it.

    Args:
        first: where a sweep that has never read begins.

    Call inside a transaction.
    """
    if not ReadTo.objects.filter(pk=name).exists():
        ReadTo.objects.get_or_create(pk=name, defaults={"position": first()})
    return ReadTo.objects.select_for_update(skip_locked=True).filter(pk=name).first()


def newest_key(rows: QuerySet[Any]) -> int:
    """Return the highest primary key of a table, 0 where it is empty."""
    return int(rows.aggregate(newest=Max("pk"))["newest"] or 0)


def next_rows(
    rows: QuerySet[Any], position: ReadTo, number: int, now: datetime, *fields: str
) -> list[dict[str, Any]]:
    """Return the next settled rows by key, with ``pk``, ``created_at`` and the fields."""
    found = rows.filter(pk__gt=position.position).order_by("pk")
    values = found.values("pk", "created_at", *fields)[:number]
    return list(takewhile(lambda row: row["created_at"] <= now - SETTLED, values))
