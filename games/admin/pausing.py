"""The moderator's actions on games: let a clock stand, let it run again. Both are logged."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.errors import DomainError
from games.models import Game
from games.models.pause import REASON_LENGTH_MAX
from games.services.pauses import pause_by_moderator, resume_by_moderator


class PausingAdmin:
    """Actions for whoever has the permission to add pauses."""

    ACTIONS = ("pause_clock", "resume_clock")

    def has_pause_permission(self, request: HttpRequest) -> bool:
        """Return whether this person may stop clocks."""
        return request.user.has_perm("games.add_pause")

    @admin.action(description=_("Pause the clock"), permissions=["pause"])
    def pause_clock(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Ask for the reason, then let the clocks stand."""
        reason = request.POST.get("reason", "").strip()
        if not reason:
            context = {
                **admin.site.each_context(request),
                "title": _("Pause the clock"),
                "games": games,
                "reason_length_max": REASON_LENGTH_MAX,
            }
            return TemplateResponse(request, "admin/games/pause.html", context)

        def pause(game: Game) -> bool:
            fields: dict[str, Any] = {"public_id": game.public_id, "user_id": request.user.pk}
            pause_by_moderator(reason=reason, now=timezone.now(), **fields)
            return True

        self._each(request, games, pause, f"Clock paused: {reason}")
        return None

    @admin.action(description=_("Let the clock run again"), permissions=["pause"])
    def resume_clock(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        """End a moderator's pause; what else holds a clock goes on."""

        def resume(game: Game) -> bool:
            fields: dict[str, Any] = {"public_id": game.public_id, "user_id": request.user.pk}
            return resume_by_moderator(now=timezone.now(), **fields)

        self._each(request, games, resume, "Clock no longer paused")

    def _each(
        self,
        request: HttpRequest,
        games: QuerySet[Game],
        run: Callable[[Game], bool],
        logged: str,
    ) -> None:
        """Do it to every game and log it; a refusal is told and stops no other."""
        done = 0
        for game in games:
            try:
                if not run(game):
                    continue
            except DomainError as error:
                messages.error(request, f"{game}: {error.sentence}")
                continue
            self.log_change(request, game, logged)  # type: ignore[attr-defined]
            done += 1
        told = ngettext("%(count)s game was changed.", "%(count)s games were changed.", done)
        messages.info(request, told % {"count": done})
