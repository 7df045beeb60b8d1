"""The copy of one's data: asked for, watched, taken along."""

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import DataExport, User
from games.selectors.exports import export_pieces, newest_export, ready_export
from games.services.data_export import KEPT, ask_for_export
from games.views.limits import limited


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def data(request: HttpRequest) -> HttpResponseBase:
    """Show how far one's copy is, or ask for one."""
    return _ask(request) if request.method == "POST" else _page(request)


@limited("exports")
def _ask(request: HttpRequest) -> HttpResponseBase:
    if isinstance(request.user, User):
        ask_for_export(user=request.user, now=timezone.now())
    return redirect("data")


def _page(request: HttpRequest) -> HttpResponse:
    export = newest_export(request.user.pk or 0)
    state = "none" if export is None else export.state
    context = {
        "export": export,
        "state": state,
        "gone_at": None if export is None else export.created_at + KEPT,
    }
    return render(request, "games/data.html", context)


@require_safe
@login_required
@cache_control(private=True, no_store=True)
def data_file(request: HttpRequest, token: str) -> HttpResponseBase:
    """Send the file to its owner; for everybody else there is none."""
    is_token = token.isascii() and token.isprintable()  # a database refuses other characters
    export = ready_export(request.user.pk or 0, token) if is_token else None
    if export is None:
        raise Http404
    answer = StreamingHttpResponse(_pieces(export), content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="qwirkle-club-data.json"'
    return answer


async def _pieces(export: DataExport) -> AsyncIterator[bytes]:
    pieces = export_pieces(export)
    read = sync_to_async(lambda: next(pieces, b""))
    while piece := await read():
        yield piece
