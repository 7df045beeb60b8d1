"""The front door: my games, or what this place is."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from games.rules import registry
from games.selectors.follows import followed_people
from games.selectors.games import (
    SORTS,
    Wishes,
    my_games,
    my_overdue_games,
    next_waiting,
    overdue_of,
)
from games.selectors.invitations import my_invitations
from games.selectors.rating_history import rating_rows
from games.selectors.variants import variant_choices
from games.services.clocks import judge_quietly

FEW = 3
"""So many running games need no sorting."""


@require_safe
@cache_control(private=True, no_store=True)
def home(request: HttpRequest) -> HttpResponse:
    """Show my games, those that wait for me first; a visitor sees what the site is."""
    if not isinstance(request.user, User):
        return render(request, "games/landing.html")
    wishes, now = _wishes(request), timezone.now()
    games = my_games(request.user.pk, wishes)
    # Whoever is out of time is flagged before anybody is told whose turn it is.
    if overdue := overdue_of([*games["waiting"], *games["theirs"]], now):
        _judge(overdue, now)
        games = my_games(request.user.pk, wishes)
    context = {
        **games,
        "wishes": wishes,
        "is_many": len(games["waiting"]) + len(games["theirs"]) > FEW,
        "has_wishes": wishes != Wishes(),
        "variants": variant_choices(),
        **my_invitations(request.user, now),
        "ratings": rating_rows(request.user.pk, now),
        "followed": followed_people(request.user.pk, now),
    }
    is_part = bool(getattr(request, "htmx", False))
    return render(request, "games/_games.html" if is_part else "games/home.html", context)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the next of the games that wait for me, or home when none does."""
    now = timezone.now()
    _judge(my_overdue_games(request.user.pk or 0, now), now)
    after = request.GET.get("after", "")
    game = next_waiting(request.user.pk or 0, besides=after if after.isalnum() else "")
    return redirect("home") if game is None else redirect(game)


def _wishes(request: HttpRequest) -> Wishes:
    """Read from the address how the running games are to be shown; what it knows not, it skips."""
    sort, variant = request.GET.get("sort", ""), request.GET.get("variant", "")
    return Wishes(
        sort=sort if sort in SORTS else "deadline",
        variant=variant if variant in registry.keys() else "",  # noqa: SIM118
        is_mine=request.GET.get("turn") == "mine",
    )


def _judge(public_ids: list[str], now: datetime) -> None:
    for public_id in public_ids:
        judge_quietly(public_id=public_id, now=now)
