"""What the site noticed by itself: a list to search, and what a moderator makes of each."""

from typing import ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.admin.paging import FastList
from games.core.errors import DomainError
from games.models import Signal
from games.selectors.signals import sentence_of
from games.services.signals import judge_signal


@admin.register(Signal)
class SignalAdmin(FastList):
    """Signals by kind, state and account; the page of the case judges them."""

    list_display = ("created_at", "sentence", "state", "kind", "user", "other")
    list_filter = ("state", "kind")
    list_select_related = ("user", "other")
    person_fields: ClassVar = ("user", "other")
    fields = (
        "sentence", "kind", "user", "other", "games", "through_at", "created_at", "report", "state",
        "judged_by", "judged_at", "note",
    )  # fmt: skip
    readonly_fields = ("sentence",)
    ordering = ("-id",)

    @admin.display(description="what")
    def sentence(self, signal: Signal) -> str:
        """Return the figures in words."""
        return sentence_of(signal)

    def get_urls(self) -> list[URLPattern]:
        """Return the list's addresses and the one that judges."""
        judge = self.admin_site.admin_view(require_POST(self.judge_view))
        return [path("<int:pk>/judge/", judge, name="games_signal_judge"), *super().get_urls()]

    def judge_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Write down what a moderator makes of it. Fields: state, note."""
        user = request.user
        if not isinstance(user, User) or not user.has_perm("games.handle_cheat"):
            raise PermissionDenied
        signal = get_object_or_404(Signal.objects.select_related("report"), pk=pk)
        fields = {name: request.POST.get(name, "") for name in ("state", "note")}
        try:
            judge_signal(signal_pk=pk, by=user, now=timezone.now(), **fields)
        except DomainError as error:
            messages.error(request, error.sentence)
        else:
            messages.success(request, _("Done, and written into the log."))
        if signal.report is None:
            return redirect("admin:games_signal_changelist")
        return redirect("admin:games_case_change", signal.report.case_id)
