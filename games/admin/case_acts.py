"""What can be done with a case, each as an address to send a form to."""

from collections.abc import Callable

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.core.errors import DomainError
from games.models import Case
from games.services import case_games, case_lines, case_measures, case_ratings, sanctions


class CaseActs:
    """The steps that a moderator makes on the page of a case; all need a note."""

    def acts(self) -> list[URLPattern]:
        """Return the addresses."""
        return [
            self._path("<int:pk>/act/", self.act_view, "act"),
            self._path("<int:pk>/lift/<int:sanction_pk>/", self.lift_view, "lift"),
            self._path("<int:pk>/games/", self.games_view, "games"),
            self._path("<int:pk>/line/<int:line_pk>/", self.line_view, "line"),
            self._path("<int:pk>/rating/", self.rating_view, "rating"),
        ]

    def act_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Take a measure. Fields as `case_measures.take_measure` names them."""
        user, case = self._user_and_case(request, pk)
        fields = {name: str(value) for name, value in request.POST.items()}

        def act() -> None:
            case_measures.take_measure(case=case, by=user, fields=fields, now=timezone.now())

        if not self._run(request, act):
            do = fields.get("do", "")
            return redirect(f"{reverse('admin:games_case_change', args=[pk])}?do={do}#act")
        messages.success(request, _("Done, and written into the log."))
        if fields.get("close") == "on" or fields.get("do") == "none":
            return redirect("admin:games_case_changelist")
        return redirect("admin:games_case_change", pk)

    def lift_view(self, request: HttpRequest, pk: int, sanction_pk: int) -> HttpResponse:
        """Lift one of the sanctions of a case's suspect. Fields: note."""
        user, case = self._user_and_case(request, pk)
        note = request.POST.get("note", "")

        def lift() -> None:
            sanctions.lift(
                sanction_pk=sanction_pk, by=user, note=note, now=timezone.now(), user=case.suspect
            )

        return self._back(request, pk, lift, "sanctions")

    def games_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Annul games or restore them. Fields: game (many), do (annul or restore), note."""
        user, case = self._user_and_case(request, pk)
        is_restoring = request.POST.get("do") == "restore"

        def mark() -> None:
            step = case_games.restore_games if is_restoring else case_games.annul_games
            step(
                case=case,
                public_ids=request.POST.getlist("game"),
                by=user,
                note=request.POST.get("note", ""),
                now=timezone.now(),
            )

        return self._back(request, pk, mark, "games")

    def line_view(self, request: HttpRequest, pk: int, line_pk: int) -> HttpResponse:
        """Hide a chat line or show it again. Fields: do (hide or show), note."""
        user, case = self._user_and_case(request, pk)

        def mark() -> None:
            case_lines.set_line_hidden(
                case=case,
                line_pk=line_pk,
                is_hidden=request.POST.get("do") != "show",
                by=user,
                note=request.POST.get("note", ""),
                now=timezone.now(),
            )

        return self._back(request, pk, mark, "lines")

    def rating_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Set a rating back to the start. Fields: pool, note."""
        user, case = self._user_and_case(request, pk)

        def reset() -> None:
            case_ratings.reset_rating(
                case=case,
                pool_key=request.POST.get("pool", ""),
                by=user,
                note=request.POST.get("note", ""),
                now=timezone.now(),
            )

        return self._back(request, pk, reset, "rating")

    def _back(
        self, request: HttpRequest, pk: int, step: Callable[[], None], place: str
    ) -> HttpResponse:
        """Do it and return to that place on the page of the case."""
        if self._run(request, step):
            messages.success(request, _("Done, and written into the log."))
        return redirect(f"{reverse('admin:games_case_change', args=[pk])}#{place}")

    def _path(self, route: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
        wrapped = admin.site.admin_view(require_POST(view))
        return path(route, wrapped, name=f"games_case_{name}")

    def _user_and_case(self, request: HttpRequest, pk: int) -> tuple[User, Case]:
        raise NotImplementedError

    @staticmethod
    def _run(request: HttpRequest, step: Callable[[], object]) -> bool:
        """Do it; tell a refusal and return whether there was none."""
        try:
            step()
        except DomainError as error:
            messages.error(request, error.sentence)
            return False
        return True
