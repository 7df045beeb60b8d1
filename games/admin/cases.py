"""The queue of reports and the page of one case, in the look of the site."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.admin.case_acts import CaseActs
from games.admin.look_only import LookOnly
from games.models import Case
from games.selectors.cases import areas_of, case_page, is_barred, queue, rated_pools
from games.selectors.reply_templates import Use, filled, replies
from games.services import case_measures, moderation_queue, sanctions

QUICK = {"warning": None, "mute": 7, "closed": None, "none": None}
"""The buttons of a row of the queue, with the days that they suggest."""


MAY = ("rename", "lift", "hide_line", "annul", "reset_rating", "reveal")
"""What the page of a case offers beside the measures, by permission."""


@admin.register(Case)
class CaseAdmin(CaseActs, LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Take up the next case, look at it, act, put it off or close it."""

    def has_view_permission(self, request: HttpRequest, _obj: Any = None) -> bool:
        """Return whether this person handles cases of any area."""
        return isinstance(request.user, User) and bool(areas_of(request.user))

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the admin's index leads here."""
        return self.has_view_permission(request)

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of the queue and of what can be done with a case."""
        return [
            self._path("next/", self.next_view, "next"),
            self._path("<int:pk>/take/", self.take_view, "take"),
            self._path("<int:pk>/put/", self.put_view, "put"),
            *self.acts(),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, _extra: Any = None) -> HttpResponse:
        """Show the queue."""
        user = self._moderator(request)
        rows = queue(user, timezone.now())
        context = {"rows": rows, "title": _("Reports"), "areas": areas_of(user)}
        return render(request, "admin/moderation/queue.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, _form: str = "", _extra: Any = None
    ) -> HttpResponse:
        """Show one case: ``do`` names the measure that the form suggests, ``reply`` its words."""
        user = self._moderator(request)
        case = self._case(user, object_id)
        if is_barred(case, user.pk):
            messages.error(request, _("You are part of this case; another moderator takes it."))
            return redirect("admin:games_case_changelist")
        now = timezone.now()
        reply = filled(request.GET.get("reply", ""), Use.CASE, case.suspect)
        do = request.GET.get("do", "") or reply.get("do", "")
        context = case_page(case, now) | {
            "title": _("Case %(number)s") % {"number": case.pk},
            "measures": case_measures.measures_for(user),
            "days": sanctions.DAYS,
            "chosen": do,
            "chosen_days": reply.get("days") or QUICK.get(do),
            "replies": replies(Use.CASE, set(case_measures.choices_for(user))),
            "reply": reply,
            "may": {name: user.has_perm(f"games.{name}") for name in MAY},
            "pools": rated_pools(case.suspect_id),
            "snoozes": moderation_queue.SNOOZES,
            "is_mine": case.locked_by_id == user.pk and (case.locked_until or now) > now,
            "is_locked": case.locked_by_id != user.pk and (case.locked_until or now) > now,
        }
        return render(request, "admin/moderation/case.html", context)

    def next_view(self, request: HttpRequest) -> HttpResponse:
        """Take up the free case of the highest score."""
        case = moderation_queue.next_case(by=self._moderator(request), now=timezone.now())
        if case is None:
            messages.info(request, _("Nothing waits for you."))
            return redirect("admin:games_case_changelist")
        return redirect("admin:games_case_change", case.pk)

    def take_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Take up this case; ``do`` is the measure in mind, for the form that follows."""
        user = self._moderator(request)

        def take() -> None:
            moderation_queue.take_case(case_pk=pk, by=user, now=timezone.now())

        if not self._run(request, take):
            return redirect("admin:games_case_changelist")
        do = request.POST.get("do", "")
        suffix = f"?do={do}#act" if do in QUICK else ""
        return redirect(reverse("admin:games_case_change", args=[pk]) + suffix)

    def put_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Put a case back, or off for ``hours``."""
        user, hours = self._moderator(request), request.POST.get("hours", "")

        def put() -> None:
            if hours:
                moderation_queue.snooze_case(case_pk=pk, by=user, hours=hours, now=timezone.now())
            else:
                moderation_queue.release_case(case_pk=pk, by=user)

        self._run(request, put)
        return redirect("admin:games_case_changelist")

    def _user_and_case(self, request: HttpRequest, pk: int) -> tuple[User, Case]:
        user = self._moderator(request)
        return user, self._case(user, str(pk))

    def _moderator(self, request: HttpRequest) -> User:
        if not isinstance(request.user, User) or not self.has_view_permission(request):
            raise PermissionDenied
        return request.user

    def _case(self, user: User, pk: str) -> Case:
        """Return a case of one of this moderator's areas."""
        found = Case.objects.select_related("suspect", "locked_by", "closed_by")
        is_number = pk.isascii() and pk.isdecimal() and len(pk) <= 18
        case = found.filter(pk=int(pk)).first() if is_number else None
        if case is None:
            raise Http404
        if case.area not in areas_of(user):
            raise PermissionDenied
        return case
