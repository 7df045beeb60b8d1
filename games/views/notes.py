"""Private notes: the form stands on other pages; without script it has a page of its own."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.core.errors import DomainError
from games.models import Game, Room
from games.selectors.chat import marks_of
from games.selectors.game import find_game
from games.selectors.notes import note_on_player
from games.selectors.profile import find_player
from games.services.notes import write_note
from games.views.refusals import status_of, with_retry


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def game_note(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show or keep the user's own note on a game."""
    game, user = find_game(public_id, request.user.pk), _user(request)
    if game is None:
        raise Http404
    note = marks_of(game, user.pk, Room.TABLE)["note"]
    back = {"action": reverse("game_note", args=[public_id]), "back": game.get_absolute_url()}
    return _note(request, game, user, back | {"note": note})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def player_note(request: HttpRequest, name: str) -> HttpResponse:
    """Show or keep the user's own note on another player."""
    player, user = find_player(name), _user(request)
    if player is None or player == user:
        raise Http404
    name = player.get_username()
    back = {
        "action": reverse("player_note", args=[name]),
        "back": reverse("profile", args=[name]),
        "name": name,
    }
    return _note(request, player, user, back | {"note": note_on_player(user.pk, player.pk)})


def _note(
    request: HttpRequest, about: Game | User, user: User, context: dict[str, Any]
) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/note.html", context)
    is_script = "application/json" in request.headers.get("Accept", "")
    text = request.POST.get("text", "")
    try:
        write_note(author=user, about=about, text=text, now=timezone.now())
    except DomainError as error:
        status = status_of(error)
        answer = {"ok": False, "code": error.code, "error": error.sentence}
        if is_script:
            return with_retry(JsonResponse(answer, status=status), error)
        context |= {"note": text, "note_refusal": error}
        return with_retry(render(request, "games/note.html", context, status=status), error)
    return JsonResponse({"ok": True}) if is_script else redirect(context["back"])


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("This view needs a signed-in user.")
    return request.user
