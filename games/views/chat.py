"""The chat of a game: its rooms as pages and fragments, and what is sent to them."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.core.errors import DomainError
from games.models import Game, Room
from games.selectors.chat import chat_view, find_line, rooms_for, rooms_of
from games.selectors.game import find_game
from games.services import blocks, reports
from games.services import chat as services
from games.views.refusals import status_of, with_retry

NUMBER_DIGITS_MAX = 9

LINE_REASONS = [(one.value, one.label) for one in reports.LINE_CATEGORIES]


@require_safe
@login_required
@cache_control(private=True, no_store=True)
def game_chat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one room of the chat as a page."""
    game = _find(request, public_id)
    return _page(request, game, _room(request, game))


@require_safe
@cache_control(private=True, no_store=True)
def chat_lines(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the lines after the number ``after``, as they stand in the list."""
    game = _find(request, public_id)
    user = request.user
    if not isinstance(user, User):
        return HttpResponse(status=403)
    return HttpResponse(_lines_html(request, game, user, _room(request, game)))


@require_POST
@login_required
def chat_say(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say one line; a script hears the lines it has not seen, its own among them."""
    game, user = _find(request, public_id), _user(request)
    room = _room(request, game)

    def run() -> None:
        services.say(
            public_id=public_id,
            user=user,
            room=room,
            text=request.POST.get("text", ""),
            key=request.POST.get("key", ""),
            now=timezone.now(),
        )

    return _answer(request, game, room, run, lambda: _lines_html(request, game, user, room))


@require_POST
@login_required
def chat_mute(request: HttpRequest, public_id: str) -> HttpResponse:
    """Mute this game's chat, or the person called ``person``; ``on`` is 1 or 0."""
    game, user = _find(request, public_id), _user(request)
    room = _room(request, game)
    name, is_muted = request.POST.get("person", ""), request.POST.get("on") == "1"

    def run() -> None:
        if name:
            services.mute_person(name=name, user=user, is_muted=is_muted)
        else:
            services.mute_game(game=game, user=user, is_muted=is_muted)

    return _answer(request, game, room, run, lambda: _lines_html(request, game, user, room))


@require_POST
@login_required
def chat_read(request: HttpRequest, public_id: str) -> HttpResponse:
    """Note that the lines up to ``number`` have been seen."""
    game, user = _find(request, public_id), _user(request)
    room = _room(request, game)
    number = _number(request.POST.get("number", ""))

    def run() -> None:
        services.note_read(game=game, user=user, room=room, number=number)

    return _answer(request, game, room, run, str)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def chat_line(request: HttpRequest, public_id: str, room: str, number: int) -> HttpResponse:
    """Show what can be done about one line of somebody else, and report it."""
    game, user = _find(request, public_id), _user(request)
    entered = next((one for one in rooms_of(game, user.pk) if one == room), None)
    if entered is None:
        raise Http404
    line = find_line(game, entered, number)
    if line is None or line.author_id == user.pk:
        raise Http404
    refusal: DomainError | None = None
    if request.method == "POST":
        try:
            reports.report_line(
                game=game,
                user=user,
                room=entered,
                number=number,
                category=request.POST.get("category", ""),
                text=request.POST.get("text", ""),
                now=timezone.now(),
            )
            if request.POST.get("block") == "on" and line.author is not None:
                blocks.block(user=user, name=line.author.get_username(), now=timezone.now())
        except DomainError as error:
            refusal = error
        if _is_script(request):
            return _json(refusal)
    context = {
        "game": game,
        "line": line,
        "room": entered,
        "categories": LINE_REASONS,
        "is_sent": request.method == "POST" and refusal is None,
        "refusal": refusal,
    }
    status = 200 if refusal is None else status_of(refusal)
    return with_retry(render(request, "games/chat_line.html", context, status=status), refusal)


def chat_on_table(request: HttpRequest, game: Game, *, is_player: bool) -> dict[str, Any] | None:
    """Return the chat and the note that stand on the page of a game.

    None for a visitor, and for somebody under a ban from chat.
    """
    user = request.user
    if not isinstance(user, User):
        return None
    rooms = rooms_for(game, is_player=is_player, is_member=True)
    chat = _view(game, user, rooms[0], rooms)
    return None if chat["is_banned"] else chat


def _view(
    game: Game, user: User, room: Room, rooms: tuple[Room, ...], **span: int
) -> dict[str, Any]:
    return chat_view(game, user.pk, room, timezone.now(), **span) | {
        "rooms": [(one.value, one.label) for one in rooms],
        "categories": LINE_REASONS,
        "key": secrets.token_urlsafe(16),
    }


def _page(
    request: HttpRequest, game: Game, room: Room, refusal: DomainError | None = None
) -> HttpResponse:
    user = _user(request)
    before = _number(request.GET.get("before", ""))
    context = {
        "game": game,
        "chat": _view(game, user, room, rooms_of(game, user.pk), before=before),
        "chat_refusal": refusal,
        "typed": request.POST.get("text", ""),
    }
    status = 200 if refusal is None else status_of(refusal)
    return with_retry(render(request, "games/chat.html", context, status=status), refusal)


def _lines_html(request: HttpRequest, game: Game, user: User, room: Room) -> str:
    after = _number(request.POST.get("after", "") or request.GET.get("after", ""))
    chat = chat_view(game, user.pk, room, timezone.now(), after=after)
    return render_to_string("games/_chat_lines.html", {"chat": chat}, request)


def _answer(
    request: HttpRequest, game: Game, room: Room, run: Callable[[], None], html: Callable[[], str]
) -> HttpResponse:
    """Run a command and answer in the caller's language: JSON for script, a page for a form."""
    try:
        run()
    except DomainError as error:
        return _json(error) if _is_script(request) else _page(request, game, room, error)
    if _is_script(request):
        return JsonResponse({"ok": True, "html": html()})
    address = reverse("game_chat", args=[game.public_id])
    return redirect(f"{address}?{urlencode({'room': room})}#chat-end")


def _json(error: DomainError | None) -> HttpResponse:
    if error is None:
        return JsonResponse({"ok": True})
    answer = {"ok": False, "code": error.code, "error": error.sentence}
    return with_retry(JsonResponse(answer, status=status_of(error)), error)


def _is_script(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _find(request: HttpRequest, public_id: str) -> Game:
    game = find_game(public_id, request.user.pk)
    if game is None:
        raise Http404
    return game


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("This view needs a signed-in user.")
    return request.user


def _room(request: HttpRequest, game: Game) -> Room:
    """Return the room that was asked for, or the user's own one.

    Raises:
        Http404: there is no such room for this user; what is in it is not told either.
    """
    rooms = rooms_of(game, request.user.pk)
    asked = request.POST.get("room", "") or request.GET.get("room", "") or next(iter(rooms), "")
    found = next((room for room in rooms if room == asked), None)
    if found is None:
        raise Http404
    return found


def _number(text: str) -> int:
    """Return the number, or 0 for anything that is none."""
    is_good = text.isascii() and text.isdecimal() and len(text) <= NUMBER_DIGITS_MAX
    return int(text) if is_good else 0
