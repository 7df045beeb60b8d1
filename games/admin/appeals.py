"""The appeals that wait for an answer, and the thread of one."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.admin.look_only import LookOnly
from games.core.errors import DomainError
from games.models import Appeal
from games.models.appeal import MESSAGE_LENGTH_MAX
from games.selectors.appeals import open_appeals
from games.selectors.reply_templates import Use, filled, replies
from games.services import case_measures
from games.services.appeals import DECISIONS, answer_appeal


@admin.register(Appeal)
class AppealAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read what somebody says against a sanction; answer, grant or refuse it."""

    def has_view_permission(self, request: HttpRequest, _obj: Any = None) -> bool:
        """Return whether this person decides appeals."""
        return request.user.has_perm("games.decide_appeal")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the admin's index leads here."""
        return self.has_view_permission(request)

    def changelist_view(self, request: HttpRequest, _extra: Any = None) -> HttpResponse:
        """Show what waits, the oldest first."""
        context = {"appeals": open_appeals(self._moderator(request).pk), "title": _("Appeals")}
        return render(request, "admin/moderation/appeals.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, _form: str = "", _extra: Any = None
    ) -> HttpResponse:
        """Show one thread, or answer in it. Fields: decision, text, note; ``reply`` fills in."""
        user = self._moderator(request)
        is_number = object_id.isascii() and object_id.isdecimal() and len(object_id) <= 18
        found = Appeal.objects.select_related("sanction__user", "sanction__by")
        appeal = found.filter(pk=int(object_id)).first() if is_number else None
        if appeal is None:
            raise Http404
        if request.method == "POST":
            try:
                fields = {name: request.POST.get(name, "") for name in ("decision", "text", "note")}
                answer_appeal(appeal_pk=appeal.pk, by=user, now=timezone.now(), **fields)
            except DomainError as error:
                messages.error(request, error.sentence)
            else:
                messages.success(request, _("Sent, and written into the log."))
                return redirect("admin:games_appeal_changelist")
        reply = filled(request.GET.get("reply", ""), Use.APPEAL, appeal.sanction.user)
        context = {
            "appeal": appeal,
            "thread": appeal.messages.select_related("author"),
            "is_own": user.pk in (appeal.sanction.by_id, appeal.sanction.user_id),
            "chosen": request.POST.get("decision") or reply.get("do", ""),
            "words": request.POST.get("text") or reply.get("words", ""),
            "note": request.POST.get("note") or reply.get("note", ""),
            "replies": replies(Use.APPEAL, {*DECISIONS, case_measures.NONE}),
            "most": MESSAGE_LENGTH_MAX,
            "title": _("Appeal"),
        }
        return render(request, "admin/moderation/appeal.html", context)

    def _moderator(self, request: HttpRequest) -> User:
        if not isinstance(request.user, User) or not self.has_view_permission(request):
            raise PermissionDenied
        return request.user
