"""The page of a game, and the moves sent from it."""

import secrets
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games import outbox
from games.core.errors import BadRequestError, DomainError, NotAllowedError
from games.forms.moves import move_text
from games.models import Game
from games.rules.qwirkle.notation import parse_all_placed
from games.selectors.earlier import replay_view, table_then
from games.selectors.game import find_game, own_facts, seat_of
from games.selectors.pauses import clock_mark
from games.selectors.presence import others_online
from games.selectors.preview import preview_placement, preview_singles
from games.selectors.since import with_since
from games.selectors.table import table_view
from games.selectors.vacations import away_seats
from games.services.clocks import is_overdue, judge_quietly
from games.services.finish import abort_game
from games.services.notices import mark_read
from games.services.play import play_move, resign
from games.views.chat import chat_on_table
from games.views.limits import limited
from games.views.refusals import status_of, with_retry
from games.views.standing import change_order

VERSION_DIGITS_MAX = 9
PREVIEW_LENGTH_MAX = 200


@require_safe
@cache_control(private=True, no_store=True)
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the table to a player or to somebody who watches."""
    return _page(request, _find(request, public_id))


@require_safe
@cache_control(private=True, no_store=True)
def game_at_move(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show the table as it was after a move; moves are counted from 1, as the log does."""
    game = _find(request, public_id)
    table = replay_view(game, request.user.pk, timezone.now())
    count = len(table["log"])
    if 1 <= number <= count:
        return _page(request, game, table=table_then(table, number))
    sentence = ngettext(
        "This game has %(count)s move so far; here it is as it is now.",
        "This game has %(count)s moves so far; here it is as it is now.",
        count,
    )
    missing = {"ok": False, "code": "no_such_move", "error": sentence % {"count": count}}
    return _page(request, game, missing, status=404)


@require_safe
@cache_control(private=True, no_cache=True)
def game_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the table alone, or 304 when neither it nor who is here or away has changed."""
    game = _find(request, public_id)
    viewer = request.user.pk
    here = ""
    if game.is_running:
        here = f"{others_online(game, viewer, timezone.now())}-{away_seats(game)}"
        here += clock_mark(game)
    # A credit or a pause moves the deadline without a move.
    deadline = "" if game.deadline_at is None else int(game.deadline_at.timestamp())
    etag = f'"{game.public_id}.{game.version}.{deadline}.{viewer or 0}.{get_language()}.{here}"'
    if "replay" in request.GET:
        etag = f'{etag[:-1]}.replay"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return HttpResponse(_table_html(request, game), headers={"ETag": etag})


@require_POST
@login_required
@limited("moves")
def game_move(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play, trade or pass; a program sends ``move``, the plain form its fields."""
    return _command(request, public_id, _play)


@require_POST
@login_required
def game_resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave a running game."""
    return _command(request, public_id, _resign)


@require_POST
@login_required
def game_abort(request: HttpRequest, public_id: str) -> HttpResponse:
    """Call a game off before one's own first move."""
    return _command(request, public_id, _abort)


@require_POST
@login_required
def game_order(request: HttpRequest, public_id: str) -> HttpResponse:
    """Store, change or clear the player's own standing order."""
    return _command(request, public_id, change_order)


@require_POST
@login_required
def game_preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return what the tentative tiles would score; changes nothing."""
    game = _find(request, public_id)
    try:
        seat = seat_of(game, request.user.pk)
        if seat is None:
            raise NotAllowedError("not_your_game", "You have no seat in this game.")
        laid = parse_all_placed(request.POST.get("tiles", "")[:PREVIEW_LENGTH_MAX].split())
        is_singles = request.POST.get("power") == "singles"
        preview = preview_singles if is_singles else preview_placement
        return JsonResponse(preview(game, seat, laid))
    except DomainError as error:
        return JsonResponse(_refusal(error), status=status_of(error))


def _find(request: HttpRequest, public_id: str) -> Game:
    """Return the game; whoever is out of time has been flagged first."""
    game, now = find_game(public_id, request.user.pk), timezone.now()
    if game is not None and is_overdue(game, now):
        judge_quietly(public_id=public_id, now=now)
        game = find_game(public_id, request.user.pk)
    if game is None:
        raise Http404
    return game


def _play(request: HttpRequest, public_id: str, user: User) -> Game:
    version = request.POST.get("version", "")
    if not (version.isascii() and version.isdecimal() and len(version) <= VERSION_DIGITS_MAX):
        raise BadRequestError("bad_request", "The move came without a version; reload the page.")
    move = request.POST.get("move") or _plain_move(request, public_id, user)
    return play_move(
        public_id=public_id,
        user_id=user.pk,
        version=int(version),
        key=request.POST.get("key", ""),
        move=move,
        now=timezone.now(),
    ).game


def _plain_move(request: HttpRequest, public_id: str, user: User) -> str:
    hand = table_view(_find(request, public_id), user.pk, timezone.now())["hand"] or []
    return move_text(request.POST.dict(), request.POST.getlist("trade"), hand)


def _resign(request: HttpRequest, public_id: str, user: User) -> Game:
    key = request.POST.get("key", "")
    return resign(public_id=public_id, user_id=user.pk, key=key, now=timezone.now()).game


def _abort(_request: HttpRequest, public_id: str, user: User) -> Game:
    return abort_game(public_id=public_id, user_id=user.pk, now=timezone.now())


def _command(request: HttpRequest, public_id: str, run: Any) -> HttpResponse:
    """Run one command and answer in the caller's language: JSON for script, a page for a form."""
    is_script = "application/json" in request.headers.get("Accept", "")
    try:
        game = run(request, public_id, request.user)
    except DomainError as error:
        return _refused(request, public_id, error, is_script=is_script)
    if not is_script:
        return redirect("game", public_id)
    return JsonResponse(
        {
            "ok": True,
            "version": game.version,
            "html": _table_html(request, _find(request, public_id)),
            "live": outbox.is_live(),
        }
    )


def _refused(
    request: HttpRequest, public_id: str, error: DomainError, *, is_script: bool
) -> HttpResponse:
    status = status_of(error)
    game = _find(request, public_id)
    if not is_script:
        return with_retry(_page(request, game, refusal=_refusal(error), status=status), error)
    answer = _refusal(error)
    if status == 409:
        answer |= {"version": game.version, "html": _table_html(request, game)}
    return with_retry(JsonResponse(answer, status=status), error)


def _refusal(error: DomainError) -> dict[str, Any]:
    cells = getattr(error, "cells", ())
    return {
        "ok": False,
        "code": error.code,
        "error": error.sentence,
        "cells": [list(cell) for cell in cells],
    }


def _page(
    request: HttpRequest,
    game: Game,
    refusal: dict[str, Any] | None = None,
    status: int = 200,
    table: dict[str, Any] | None = None,
) -> HttpResponse:
    table = table or _table(request, game)
    user_id = request.user.pk or 0
    is_player = any(seat["is_you"] for seat in table["seats"])
    own = own_facts(game, user_id) if is_player else {"is_first_game": False, "has_unread": False}
    if own["has_unread"]:
        mark_read(user_id=user_id, now=timezone.now(), game=game)
    is_playing = table["you"] is not None and game.is_running
    context = {
        "table": table | {"is_first_game": is_playing and own["is_first_game"]},
        "chat": chat_on_table(request, game, is_player=is_player),
        "refusal": refusal,
        "form_values": request.POST if refusal else None,
    }
    return render(request, "games/game.html", context, status=status)


def _table(request: HttpRequest, game: Game) -> dict[str, Any]:
    if "replay" in request.GET:
        return replay_view(game, request.user.pk, timezone.now())
    table = table_view(game, request.user.pk, timezone.now())
    # A form needs a key that is its own; a second click on it sends the same one.
    key = {"key": secrets.token_urlsafe(16)}
    return with_since(table, is_shown="since" in request.GET) | key


def _table_html(request: HttpRequest, game: Game) -> str:
    return render_to_string("games/_table.html", {"table": _table(request, game)}, request)
