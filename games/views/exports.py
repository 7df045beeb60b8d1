"""A game to take along: record, text, position and picture; and all of one's own games."""

import hashlib
import json
from collections.abc import AsyncIterator
from typing import Final

import resvg_py
from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.selectors import display_of
from games.core.types import Seat
from games.models import Game
from games.rules.records.form import Record, record_json
from games.rules.records.position import position_line
from games.rules.records.qgn import write_qgn
from games.selectors.game import find_game, seat_of
from games.selectors.picture import UNIT, picture_of
from games.selectors.record import finished_records, position_of, record_of
from games.views.limits import limited

CELL_PX: Final = 40
SIDE_PX_MAX: Final = 2400
"""A picture is at most this wide and high; the cells of a long board become smaller."""

JSON_TYPE: Final = "application/json"
TEXT_TYPE: Final = "text/plain; charset=utf-8"


@require_safe
@cache_control(private=True, no_store=True)
def export_record(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send the record as JSON."""
    game, seat = _find(request, public_id)
    return _file(request, game, _json_line(record_of(game, seat)), JSON_TYPE, "json", is_kept=True)


@require_safe
@cache_control(private=True, no_store=True)
def export_qgn(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send the record as text for people."""
    game, seat = _find(request, public_id)
    return _file(request, game, write_qgn(record_of(game, seat)), TEXT_TYPE, "qgn", is_kept=True)


@require_safe
@cache_control(private=True, no_store=True)
def export_position(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send the position on one line."""
    game, seat = _find(request, public_id)
    return _file(request, game, position_line(position_of(game, seat)) + "\n", TEXT_TYPE, "txt")


@require_safe
@cache_control(private=True, no_store=True)
def export_svg(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send the board as a drawing that stands alone."""
    game, seat = _find(request, public_id)
    return _file(request, game, _svg(request, game, seat)[0], "image/svg+xml", "svg")


@require_safe
@cache_control(private=True, no_store=True)
def export_png(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send the board as a picture of dots."""
    game, seat = _find(request, public_id)
    svg, longest = _svg(request, game, seat)
    zoom = min(CELL_PX / UNIT, SIDE_PX_MAX / longest)
    png = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True)
    return _file(request, game, png, "image/png", "png")


@require_safe
@login_required
@limited("exports")
@cache_control(private=True, no_store=True)
def export_games(request: HttpRequest) -> StreamingHttpResponse:
    """Send the user's finished games, a record a line, some at a time."""
    answer = StreamingHttpResponse(
        _lines(request.user.pk or 0), content_type="application/jsonl; charset=utf-8"
    )
    answer["Content-Disposition"] = 'attachment; filename="qwirkle-games.jsonl"'
    return answer


async def _lines(user_id: int) -> AsyncIterator[str]:
    """Yield one text for each batch of games; no more than one is in memory."""
    read = sync_to_async(finished_records)
    records, after = await read(user_id)
    while records:
        yield "".join(map(_json_line, records))
        records, after = await read(user_id, after)


def _find(request: HttpRequest, public_id: str) -> tuple[Game, Seat | None]:
    game = find_game(public_id, request.user.pk)
    if game is None:
        raise Http404
    return game, seat_of(game, request.user.pk)


def _json_line(record: Record) -> str:
    return json.dumps(record_json(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def _svg(request: HttpRequest, game: Game, seat: Seat | None) -> tuple[str, int]:
    """Return the drawing and its longer side in user units."""
    display = display_of(request)
    picture = picture_of(game, seat, palette=display.palette)
    svg = render_to_string("games/board.svg", {"picture": picture, "marks": display.marks})
    return svg, max(picture["width"], picture["height"])


def _file(
    request: HttpRequest,
    game: Game,
    content: str | bytes,
    content_type: str,
    ending: str,
    *,
    is_kept: bool = False,
) -> HttpResponseBase:
    """Return the file under its name, or 304 to who has it.

    Args:
        is_kept: it is there to be saved, not to be looked at in the browser.
    """
    answer = HttpResponse(content, content_type=content_type)
    place = "attachment" if is_kept else "inline"
    answer["Content-Disposition"] = f'{place}; filename="qwirkle-{game.public_id}.{ending}"'
    digest = hashlib.sha256(answer.content).hexdigest()[:32]
    etag = f'"{digest}.{request.user.pk or 0}"'
    answer["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=answer) or answer
