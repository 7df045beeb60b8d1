"""The front door: my games, or what this place is."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from games.selectors.games import my_games, my_invitations, next_waiting


@require_safe
@cache_control(private=True, no_store=True)
def home(request: HttpRequest) -> HttpResponse:
    """Show my games, those that wait for me first; a visitor sees what the site is."""
    if not isinstance(request.user, User):
        return render(request, "games/landing.html")
    context = {**my_games(request.user.pk), "invites": my_invitations(request.user.pk)}
    is_part = bool(getattr(request, "htmx", False))
    return render(request, "games/_games.html" if is_part else "games/home.html", context)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the game that has waited longest for me, or home when none does."""
    after = request.GET.get("after", "")
    game = next_waiting(request.user.pk or 0, besides=after if after.isalnum() else "")
    return redirect("home") if game is None else redirect(game)
