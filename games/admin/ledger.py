"""The ledger of the ratings in the admin: to look, not to change."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.paging import FastList
from games.models import RatingChange


@admin.register(RatingChange)
class RatingChangeAdmin(FastList):
    """What games changed, as the newest recalculation says it; thousandths of a point."""

    list_display = ("created_at", "user", "pool", "game", "seat", "before", "after", "k", "games")
    list_filter = ("pool",)
    list_select_related = ("user", "game")
    person_fields: ClassVar = ("user",)
    game_field = "game__public_id"
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows as they stand now."""
        super().get_queryset(request)
        return RatingChange.objects.current().order_by(*self.ordering)
