"""A query that is written once for a process: Django writes some for longer than they run."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet

_NUMBER = -(10**12)
_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
_TEXT = "\N{REPLACEMENT CHARACTER}"
"""Arguments that no real query has; where they come out, the real ones belong."""

type Write = Callable[[Sequence[int], Sequence[datetime], Sequence[str]], QuerySet[Any, Any]]


class Prepared:
    """A query whose parts are the same every time, and whose numbers, moments and texts differ.

    Args:
        write: returns the query for its arguments, each of which is used as it is; it must give
            whole numbers and texts only, for nothing turns the database's values into others.
        numbers, moments, texts: how many arguments it has of each kind.
    """

    def __init__(self, write: Write, *, numbers: int = 0, moments: int = 0, texts: int = 0) -> None:
        self._write = write
        self._numbers = [_NUMBER - index for index in range(numbers)]
        self._moments = [_MOMENT + timedelta(days=index) for index in range(moments)]
        self._texts = [f"{_TEXT}{index}" for index in range(texts)]
        self._written: dict[str, tuple[str, list[tuple[int | None, Any]]]] = {}

    def rows(
        self,
        numbers: Sequence[int] = (),
        moments: Sequence[datetime] = (),
        texts: Sequence[str] = (),
    ) -> list[tuple[Any, ...]]:
        """Return what the database answers."""
        if connection.vendor not in self._written:
            self._written[connection.vendor] = self._sql()
        sql, places = self._written[connection.vendor]
        given = _adapted(numbers, moments, texts)
        with connection.cursor() as cursor:
            cursor.execute(sql, [kept if at is None else given[at] for at, kept in places])
            return list(cursor.fetchall())

    def _sql(self) -> tuple[str, list[tuple[int | None, Any]]]:
        """Return the statement, and for each parameter which argument it is, or what it stays."""
        marks = (self._numbers, self._moments, self._texts)
        sql, parameters = self._write(*marks).query.sql_with_params()
        places = {mark: at for at, mark in enumerate(_adapted(*marks))}
        return sql, [(places.get(parameter), parameter) for parameter in parameters]


def _adapted(
    numbers: Sequence[int], moments: Sequence[datetime], texts: Sequence[str]
) -> list[Any]:
    """Return arguments in one list, as the database takes them."""
    return [*numbers, *map(connection.ops.adapt_datetimefield_value, moments), *texts]
