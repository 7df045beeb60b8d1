"""The page of one player, person or bot."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.notes import note_on_player
from games.selectors.profile import find_player, profile_of


@require_safe
@cache_control(private=True, no_store=True)
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show who somebody is and how he has played."""
    player = find_player(name)
    if player is None:
        raise Http404
    viewer_id = request.user.pk
    note = None if viewer_id in {None, player.pk} else note_on_player(viewer_id, player.pk)
    context = {"player": profile_of(player, viewer_id), "note": note}
    return render(request, "games/profile.html", context)
