"""The two links of a mail: one opens what it is about, one stops mails of its kind."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.models import Game
from games.selectors.game import find_game
from games.selectors.letters import game_plane
from games.selectors.notices import event_name
from games.services.letter_links import (
    BadLinkError,
    OldLinkError,
    read_letter_token,
    read_stop_token,
)
from games.services.notice_choices import stop_mails
from games.services.notices import mark_read


@require_safe
@never_cache
def letter(request: HttpRequest, token: str) -> HttpResponse:
    """Go to what a mail is about, if it is the addressee who comes; nobody is signed in by it.

    To anybody else it says for whom the link is, and shows the board as everybody may see it.
    """
    try:
        link = read_letter_token(token)
    except OldLinkError:
        return render(request, "games/letter.html", {"is_old": True}, status=410)
    except BadLinkError as error:
        raise Http404 from error
    if request.user.pk == link.user_pk:
        mark_read(user_id=link.user_pk, notice_pk=link.notice_pk, now=timezone.now())
        return redirect(link.path)
    addressee = _person(link.user_pk)
    game = _game_at(link.path, request.user.pk)
    context: dict[str, Any] = {"addressee": addressee, "game": game}
    if game is not None:
        context["plane"] = game_plane(game)
    return render(request, "games/letter.html", context)


@csrf_exempt  # a mailbox's own button sends no token; the address itself is signed (RFC 8058)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def letter_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether mails of this kind shall stop, and stop them by a POST.

    Programs that look at every link of a mail come by GET, which changes nothing.
    """
    try:
        link = read_stop_token(token)
        name = event_name(link.event)
    except (BadLinkError, ValueError) as error:
        raise Http404 from error
    user = _person(link.user_pk)
    if request.method == "POST":
        stop_mails(user=user, event=link.event, now=timezone.now())
    context = {"is_done": request.method == "POST", "addressee": user, "event_name": name}
    return render(request, "games/letter_stop.html", context)


def _person(pk: int) -> User:
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None:
        raise Http404
    return user


def _game_at(path: str, viewer_id: int | None) -> Game | None:
    """Return the game whose page this is, if the viewer may see it, or None."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if match.url_name != "game":
        return None
    return find_game(match.kwargs.get("public_id", ""), viewer_id)
