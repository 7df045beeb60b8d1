"""The page of one player, person or bot."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import renamed_to
from games.selectors.ladder_play import profile_challenges
from games.selectors.notes import note_on_player
from games.selectors.privacy import shows_statistics
from games.selectors.profile import find_player, profile_of
from games.selectors.rating_history import curve_choice


@require_safe
@cache_control(private=True, no_store=True)
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show who somebody is and how he has played."""
    player = find_player(name)
    if player is None:
        new_name = renamed_to(name, timezone.now()) if name.isprintable() else ""
        if not new_name:
            raise Http404
        return redirect("profile", new_name)
    viewer_id = request.user.pk
    note = None if viewer_id in {None, player.pk} else note_on_player(viewer_id, player.pk)
    now = timezone.now()
    shown = profile_of(player, viewer_id, now)
    context: dict[str, Any] = {"player": shown, "note": note}
    viewer = request.user
    if isinstance(viewer, User) and _may_be_asked(shown):
        context["may_be_asked"] = True
        # What stands against each takes a while: the page's script asks for it by itself.
        if "challenges" in request.GET:
            context["challenges"] = profile_challenges(viewer, player, now)
            if getattr(request, "htmx", False):
                return render(request, "games/_profile_ladder.html", context)
    if shows_statistics(player, viewer_id):
        wanted = request.GET.get("pool", ""), request.GET.get("span", "")
        context["curve"] = curve_choice(player.pk, shown["ratings"], *wanted, now)
    return render(request, "games/profile.html", context)


def _may_be_asked(shown: dict[str, Any]) -> bool:
    """Return whether the page has the ways to a ladder challenge, shut ones too."""
    is_other = not (shown["is_you"] or shown["is_bot"])
    return (
        is_other and shown["takes_invitations"] and not (shown["is_closed"] or shown["is_blocked"])
    )
