"""Empties the tests' database after a test that committed.

Django's own way (`flush`) empties every table and then writes content types, permissions, bots and
roles anew, which took longer than most tests. Here only tables with rows are emptied, and what the
new database held is put back where a test changed it (docs/decisions/0033).
"""

from functools import cache

from django.db import DatabaseError, connection, transaction

TRIES = 3
"""The site's processes, where they run, may write meanwhile."""
_KEPT = "kept_"

_first: list[str] = []
"""The tables that had rows at first, as SQL; a copy of each is kept beside it."""


def keep_first_rows() -> None:
    """Note what the database holds before any test."""
    with connection.cursor() as cursor:
        for table in _tables_with_rows(_tables()):
            _first.append(table)
            cursor.execute(f"CREATE TABLE {_copy(table)} AS SELECT * FROM {table}")


def empty() -> None:
    """Bring all tables back to what they held at first."""
    for tried in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                _empty()
        except DatabaseError:
            if tried == TRIES:
                raise
        else:
            return


def _empty() -> None:
    others = [table for table in _tables() if table not in _first]
    with connection.cursor() as cursor:
        for table in _tables_with_rows(others):
            cursor.execute(f"DELETE FROM {table}")
        for table in filter(_has_changed, _first):
            cursor.execute(f"DELETE FROM {table}")
            cursor.execute(f"INSERT INTO {table} SELECT * FROM {_copy(table)}")


@cache
def _tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [connection.ops.quote_name(name) for name in sorted(names)]


def _copy(table: str) -> str:
    return connection.ops.quote_name(_KEPT + table.strip('"'))


def _tables_with_rows(tables: list[str]) -> list[str]:
    asked = (f"SELECT {at} WHERE EXISTS (SELECT 1 FROM {name})" for at, name in enumerate(tables))
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [tables[at] for (at,) in cursor.fetchall()]


def _has_changed(table: str) -> bool:
    now, first = f"SELECT * FROM {table}", f"SELECT * FROM {_copy(table)}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS ({now} EXCEPT {first}) OR EXISTS ({first} EXCEPT {now})")
        return bool(cursor.fetchone()[0])
