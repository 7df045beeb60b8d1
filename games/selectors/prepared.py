"""A query that is written once for a process: Django writes some for longer than they run."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet

_NUMBER = -(10**12)
_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
"""Arguments that no real query has; where they come out, the real ones belong."""


class Prepared:
    """A query whose parts are the same every time, and whose whole numbers and moments differ.

    Args:
        write: returns the query for its arguments, each of which is used as it is; it must give
            whole numbers only, for nothing turns the database's values into others.
        numbers, moments: how many arguments it has of each kind, in this order.
    """

    def __init__(
        self, write: Callable[[Sequence[int], Sequence[datetime]], QuerySet[Any, Any]],
        *, numbers: int, moments: int,
    ) -> None:  # fmt: skip
        self._write = write
        self._numbers = [_NUMBER - index for index in range(numbers)]
        self._moments = [_MOMENT + timedelta(days=index) for index in range(moments)]
        self._written: dict[str, tuple[str, list[tuple[int | None, Any]]]] = {}

    def rows(self, numbers: Sequence[int], moments: Sequence[datetime]) -> list[tuple[Any, ...]]:
        """Return what the database answers."""
        if connection.vendor not in self._written:
            self._written[connection.vendor] = self._sql()
        sql, places = self._written[connection.vendor]
        given = [*numbers, *map(connection.ops.adapt_datetimefield_value, moments)]
        with connection.cursor() as cursor:
            cursor.execute(sql, [kept if at is None else given[at] for at, kept in places])
            return list(cursor.fetchall())

    def _sql(self) -> tuple[str, list[tuple[int | None, Any]]]:
        """Return the statement, and for each parameter which argument it is, or what it stays."""
        sql, parameters = self._write(self._numbers, self._moments).query.sql_with_params()
        marks = [*self._numbers, *map(connection.ops.adapt_datetimefield_value, self._moments)]
        places = {mark: at for at, mark in enumerate(marks)}
        return sql, [(places.get(parameter), parameter) for parameter in parameters]
