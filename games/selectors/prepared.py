"""A query that is written once for a process: Django writes some for longer than they run."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

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
        write: returns the query, of plain values, for its arguments, each used as it is.
        numbers, moments, texts: how many arguments it has of each kind.
    """

    def __init__(self, write: Write, *, numbers: int = 0, moments: int = 0, texts: int = 0) -> None:
        self._write = write
        self._numbers = [_NUMBER - index for index in range(numbers)]
        self._moments = [_MOMENT + timedelta(days=index) for index in range(moments)]
        self._texts = [f"{_TEXT}{index}" for index in range(texts)]
        self._written: dict[str, _Written] = {}

    def rows(
        self,
        numbers: Sequence[int] = (),
        moments: Sequence[datetime] = (),
        texts: Sequence[str] = (),
    ) -> list[list[Any]]:
        """Return what the database answers."""
        if connection.vendor not in self._written:
            self._written[connection.vendor] = self._sql()
        written = self._written[connection.vendor]
        given = _adapted(numbers, moments, texts)
        with connection.cursor() as cursor:
            parameters = [kept if at is None else given[at] for at, kept in written.places]
            cursor.execute(written.sql, parameters)
            rows = list(map(list, cursor.fetchall()))
        for row in rows:
            for column, (converters, expression) in written.converters.items():
                for convert in converters:
                    row[column] = convert(row[column], expression, connection)
        return rows

    def _sql(self) -> "_Written":
        marks = (self._numbers, self._moments, self._texts)
        compiler = self._write(*marks).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        places = {mark: at for at, mark in enumerate(_adapted(*marks))}
        return _Written(
            sql,
            [(places.get(parameter), parameter) for parameter in parameters],
            compiler.get_converters([column for column, _sql, _name in compiler.select]),
        )


class _Written(NamedTuple):
    """A query as one kind of database takes it.

    Attributes:
        places: for each parameter which argument it is, or what it stays.
        converters: by column what makes Python's values of the database's, and for which column.
    """

    sql: str
    places: list[tuple[int | None, Any]]
    converters: dict[int, tuple[list[Callable[..., Any]], Any]]


def _adapted(
    numbers: Sequence[int], moments: Sequence[datetime], texts: Sequence[str]
) -> list[Any]:
    """Return arguments in one list, as the database takes them."""
    return [*numbers, *map(connection.ops.adapt_datetimefield_value, moments), *texts]
