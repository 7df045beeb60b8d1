"""Numbers of rows as parts of larger queries."""

from typing import Any

from django.db.models import Count, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce


def number_of(rows: QuerySet[Any]) -> Coalesce:
    """Return how many rows there are, for the query around it."""
    counted = rows.order_by().values(one=Value(1)).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)
