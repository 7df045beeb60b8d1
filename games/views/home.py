"""The front door: my games, or what this place is."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from games.selectors.games import my_games, my_invitations, my_overdue_games, next_waiting
from games.selectors.vacations import vacation_view
from games.services.clocks import judge_quietly


@require_safe
@cache_control(private=True, no_store=True)
def home(request: HttpRequest) -> HttpResponse:
    """Show my games, those that wait for me first; a visitor sees what the site is."""
    if not isinstance(request.user, User):
        return render(request, "games/landing.html")
    _judge_mine(request.user.pk)
    context = {
        **my_games(request.user.pk),
        "invites": my_invitations(request.user.pk),
        "vacation": vacation_view(request.user.pk, timezone.now()),
    }
    is_part = bool(getattr(request, "htmx", False))
    return render(request, "games/_games.html" if is_part else "games/home.html", context)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the next of the games that wait for me, or home when none does."""
    _judge_mine(request.user.pk or 0)
    after = request.GET.get("after", "")
    game = next_waiting(request.user.pk or 0, besides=after if after.isalnum() else "")
    return redirect("home") if game is None else redirect(game)


def _judge_mine(user_id: int) -> None:
    """Flag whoever is out of time in a game of this user, before he is told whose turn it is."""
    now = timezone.now()
    for public_id in my_overdue_games(user_id, now):
        judge_quietly(public_id=public_id, now=now)
