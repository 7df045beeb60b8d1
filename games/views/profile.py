"""The page of one player, person or bot."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.profile import find_player, profile_of


@require_safe
@cache_control(private=True, no_store=True)
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show who somebody is and how he has played."""
    player = find_player(name)
    if player is None:
        raise Http404
    return render(request, "games/profile.html", {"player": profile_of(player, request.user.pk)})
