"""The page on which anybody looks at a record; nothing is stored."""

import base64
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.selectors import display_of
from games.core.errors import DomainError
from games.forms.records import TEXT_MAX, RecordForm
from games.rules.records.form import Record
from games.selectors.imported import imported_game, read_record, sentence_of


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def records(request: HttpRequest) -> HttpResponse:
    """Take a record as text or file and show its board, moves and result."""
    if request.method != "POST":
        return render(request, "games/records.html", {"form": RecordForm()})
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        context = {"form": form, "text": request.POST.get("text", "")[:TEXT_MAX]}
        return render(request, "games/records.html", context, status=400)
    text = form.cleaned_data["text"]
    record: Record | None = None
    try:
        record = read_record(text)
        shown = _shown(request, record, form.cleaned_data["after"])
    except DomainError as error:
        form.add_error("text", sentence_of(error, record))
        return render(request, "games/records.html", {"form": form, "text": text}, status=422)
    return render(request, "games/records.html", {"form": form, "text": text, "record": shown})


def _shown(request: HttpRequest, record: Record, after: int | None) -> dict[str, Any]:
    """Return the game with its board as an address that holds the whole drawing."""
    display = display_of(request)
    game = imported_game(record, after, palette=display.palette)
    context = {"picture": game["picture"], "marks": display.marks}
    svg = base64.b64encode(render_to_string("games/board.svg", context).encode()).decode()
    return game | {"image": f"data:image/svg+xml;base64,{svg}"}
