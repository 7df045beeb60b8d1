"""Report a player: from his page, or from a game. Chat lines have a dialog of their own."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.core.errors import DomainError
from games.models import Game
from games.selectors.game import find_game
from games.selectors.profile import find_player
from games.services import blocks
from games.services.reports import GAME_CATEGORIES, PROFILE_CATEGORIES, report_player
from games.views.refusals import status_of, with_retry


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def player_report(request: HttpRequest, name: str) -> HttpResponse:
    """Report somebody. Fields: category, text (may be empty), block ("on" or left out)."""
    player = find_player(name)
    if player is None or player == request.user or player.is_bot:
        raise Http404
    back = reverse("profile", args=[player.get_username()])
    return _report(request, [player], None, back)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def game_report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Report a player of a game. Fields: seat, and those of `player_report`."""
    game = find_game(public_id, request.user.pk)
    if game is None:
        raise Http404
    players = [one.user for one in game.players.select_related("user").order_by("seat")]
    people = [one for one in players if one != request.user and not one.is_bot]
    if not people:
        raise Http404
    return _report(request, people, game, game.get_absolute_url())


def _report(request: HttpRequest, people: list[User], game: Game | None, back: str) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("This view needs a signed-in user.")
    categories = PROFILE_CATEGORIES if game is None else GAME_CATEGORIES
    asked = request.POST.get("player", "") or request.GET.get("player", "")
    suspect = next((one for one in people if one.get_username() == asked), None)
    if len(people) == 1:
        suspect = people[0]
    context: dict[str, Any] = {
        "game": game,
        "people": people,
        "suspect": suspect,
        "categories": [(one.value, one.label) for one in categories],
        "back": back,
        "typed": request.POST,
    }
    if request.method != "POST":
        return render(request, "games/report.html", context)
    try:
        told = _send(request, user, suspect, game)
    except DomainError as error:
        context["refusal"] = error
        page = render(request, "games/report.html", context, status=status_of(error))
        return with_retry(page, error)
    return render(request, "games/report.html", context | {"told": told})


def _send(request: HttpRequest, user: User, suspect: User | None, game: Game | None) -> str:
    now = timezone.now()
    report_player(
        user=user,
        suspect=suspect or user,  # nobody chosen is refused like oneself
        category=request.POST.get("category", ""),
        text=request.POST.get("text", ""),
        game=game,
        now=now,
    )
    if request.POST.get("block") == "on" and suspect is not None:
        blocks.block(user=user, name=suspect.get_username(), now=now)
        return _("Sent, and blocked. A moderator reads every report.")
    return _("Sent. A moderator reads every report.")
