"""Let a clock stand by agreement, and give the player to move more time."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.core.errors import BadRequestError, DomainError
from games.selectors.game import find_game
from games.services.gifts import give_time
from games.services.pauses import agree_to_pause, end_pause, propose_pause
from games.views.refusals import status_of, with_retry

DIGITS_MAX = 15


@require_POST
@login_required
def game_pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Do what ``do`` says: ``propose`` a pause, ``agree`` to one, or ``end`` it."""

    def run() -> None:
        fields: dict[str, Any] = {"public_id": public_id, "user_id": request.user.pk}
        fields["now"] = timezone.now()
        match request.POST.get("do", ""):
            case "propose":
                propose_pause(**fields)
            case "agree":
                agree_to_pause(pause_id=_number(request, "pause"), **fields)
            case "end":
                end_pause(pause_id=_number(request, "pause"), **fields)
            case _:
                raise BadRequestError("bad_request", "The page sent no wish; reload it.")

    return _answer(request, public_id, run)


@require_POST
@login_required
def game_gift(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the seat to move the pace's gift, once a key."""

    def run() -> None:
        give_time(
            public_id=public_id,
            user_id=request.user.pk or 0,
            seat=_number(request, "seat"),
            key=request.POST.get("key", ""),
            now=timezone.now(),
        )

    return _answer(request, public_id, run)


def _answer(request: HttpRequest, public_id: str, run: Callable[[], None]) -> HttpResponse:
    """Run a command and answer in the caller's language: JSON for script, a page for a form."""
    if find_game(public_id, request.user.pk) is None:
        raise Http404
    is_script = "application/json" in request.headers.get("Accept", "")
    try:
        run()
    except DomainError as error:
        status = status_of(error)
        if is_script:
            told = {"ok": False, "code": error.code, "error": error.sentence}
            return with_retry(JsonResponse(told, status=status), error)
        messages.error(request, error.sentence)
    return JsonResponse({"ok": True}) if is_script else redirect("game", public_id)


def _number(request: HttpRequest, name: str) -> int:
    """Return a whole number of the form.

    Raises:
        BadRequestError: ``bad_request``.
    """
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS_MAX):
        raise BadRequestError("bad_request", "The page sent a number that is none; reload it.")
    return int(text)
