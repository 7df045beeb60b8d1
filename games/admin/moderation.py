"""The moderators' log and the sanctions: to read and to search, nothing else."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.admin.look_only import LookOnly
from games.admin.paging import FastList
from games.models import ModerationLog, Sanction
from games.selectors.moderation_log import log_page


@admin.register(ModerationLog)
class ModerationLogAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Who did what to whom, and why."""

    def changelist_view(self, request: HttpRequest, _extra: Any = None) -> HttpResponse:
        """Show the log in the look of the site: ``q`` a name, ``action`` a step, ``before``."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        asked = request.GET
        context = log_page(
            name=asked.get("q", ""),
            action=asked.get("action", ""),
            before=asked.get("before", ""),
        )
        context |= {"actions": ModerationLog.Action.choices, "title": _("Log")}
        return render(request, "admin/moderation/log.html", context)


@admin.register(Sanction)
class SanctionAdmin(FastList):
    """What was laid on whom; the page of a case lifts it."""

    list_display = ("began_at", "kind", "user", "by", "until", "lifted_at")
    list_filter = ("kind",)
    list_select_related = ("user", "by")
    ordering = ("-id",)
    person_fields: ClassVar = ("user",)
