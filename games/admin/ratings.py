"""The ledger, to read; recalculations of it, to read and to start."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.admin.paging import FastList
from games.core.elo import SCALE
from games.core.errors import DomainError
from games.core.pool import POOLS
from games.models import RatingChange, Recalculation
from games.models.recalculation import NOTE_LENGTH_MAX
from games.services.recalculation_requests import PERMISSION, request_recalculation


class PoolFilter(admin.SimpleListFilter):
    """Rows of one pool; the pools are known, so none is looked for in the rows."""

    title = gettext_lazy("pool")
    parameter_name = "pool"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, str]]:
        """Return the pools."""
        return [(pool.key, pool.key) for pool in POOLS]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the pool that is chosen."""
        return rows.filter(pool=self.value()) if self.value() else rows


@admin.register(RatingChange)
class RatingChangeAdmin(FastList):
    """What each rated game changed, as the newest recalculation says."""

    list_display = ("id", "game", "user", "pool", "points_before", "points_after", "counted")
    list_filter = (PoolFilter,)
    list_select_related = ("game", "user")
    ordering = ("-id",)
    person_fields: ClassVar = ("user",)
    game_field = "game__public_id"
    fields = (
        "game", "seat", "user", "pool", "place", "has_left", "points_before", "points_after",
        "counted", "games", "as_written", "formula_version", "created_at",
    )  # fmt: skip
    readonly_fields = ("points_before", "points_after", "counted", "as_written")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingChange]:
        """Cover what was written by what recalculations say."""
        super().get_queryset(request)
        return RatingChange.objects.current().order_by("-id")

    @admin.display(description=gettext_lazy("before"))
    def points_before(self, row: RatingChange) -> str:
        """Return points."""
        return _points(row.before)

    @admin.display(description=gettext_lazy("after"))
    def points_after(self, row: RatingChange) -> str:
        """Return points."""
        return _points(row.after)

    @admin.display(description="K")
    def counted(self, row: RatingChange) -> str:
        """Return how much the game counted."""
        return _points(row.k)

    @admin.display(description=gettext_lazy("as the end of the game wrote it"))
    def as_written(self, row: RatingChange) -> str:
        """Return both ratings before any recalculation."""
        first = RatingChange.objects.get(pk=row.pk)
        return f"{_points(first.before)} → {_points(first.after)}"


@admin.register(Recalculation)
class RecalculationAdmin(FastList):
    """Who had which ratings recalculated, why, how far it is and what it changed."""

    change_list_template = "admin/ratings/recalculations.html"
    list_display = (
        "id", "created_at", "pool", "cause", "state", "progress", "players_touched",
        "points_largest", "by", "note",
    )  # fmt: skip
    list_filter = (PoolFilter, "state", "cause")
    list_select_related = ("by",)
    ordering = ("-id",)
    person_fields: ClassVar = ("by",)
    game_field = "from_game__public_id"
    fields = (
        "pool", "cause", "note", "by", "from_game", "state", "progress", "rows_done", "rows_total",
        "rows_written", "players_touched", "points_largest", "formula_version", "error",
        "created_at", "started_at", "finished_at",
    )  # fmt: skip
    readonly_fields = ("progress", "points_largest")

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the form that starts one."""
        start = self.admin_site.admin_view(self.start_view)
        return [path("start/", start, name="games_recalculation_start"), *super().get_urls()]

    def has_start_permission(self, request: HttpRequest) -> bool:
        """Return whether this person may start one."""
        return request.user.has_perm(f"games.{PERMISSION}")

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Offer the button to whoever may press it."""
        context = {"may_start": self.has_start_permission(request), **(extra_context or {})}
        return super().changelist_view(request, context)

    def start_view(self, request: HttpRequest) -> HttpResponse:
        """Ask what and why, then start it. Fields: pool, game, note."""
        if not isinstance(request.user, User) or not self.has_start_permission(request):
            raise PermissionDenied
        fields = {name: request.POST.get(name, "") for name in ("pool", "game", "note")}
        if request.method == "POST":
            try:
                run = request_recalculation(by=request.user, now=timezone.now(), **fields)
            except DomainError as error:
                messages.error(request, error.sentence)
            else:
                self.log_addition(request, run, run.note)
                messages.success(request, _("It will begin in a moment; this page says how far."))
                return redirect("admin:games_recalculation_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": _("Recalculate ratings"),
            "opts": self.opts,
            "pools": [pool.key for pool in POOLS],
            "typed": fields,
            "most": NOTE_LENGTH_MAX,
        }
        return render(request, "admin/ratings/start.html", context)

    @admin.display(description=gettext_lazy("progress"))
    def progress(self, run: Recalculation) -> str:
        """Return how much of the ledger is done."""
        return f"{run.percent} %"

    @admin.display(description=gettext_lazy("largest change"))
    def points_largest(self, run: Recalculation) -> str:
        """Return points."""
        return _points(run.largest_change)


def _points(thousandths: int) -> str:
    return f"{thousandths / SCALE:.3f}"
