"""The answer to whoever asks too often."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.limits import address_of, take, visitor_key
from games.views.refusals import retry_after

UNKNOWN_WAIT_S = 60.0
"""What a refusal says that does not know when there is room again."""

type View = Callable[..., HttpResponseBase]


def limited(name: str) -> Callable[[View], View]:
    """Wrap a view: it answers as often as `settings.RATE_LIMITS[name]` says, then with 429."""

    def wrap(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            wait = take(name, key_of(request))
            return too_fast(request, wait_s=wait) if wait else view(request, *args, **kwargs)

        return answer

    return wrap


def key_of(request: HttpRequest) -> str:
    """Return under which key this request is counted."""
    remote = request.META.get("REMOTE_ADDR", "")
    address = address_of(remote, request.headers.get("X-Forwarded-For", ""))
    return visitor_key(request.user.pk, address)


def too_fast(
    request: HttpRequest,
    exception: Exception | None = None,  # noqa: ARG001 -- the signature of an error handler
    wait_s: float = UNKNOWN_WAIT_S,
) -> HttpResponse:
    """Refuse a request in the caller's language: JSON for script, a page for everybody else."""
    answer: HttpResponse
    if "application/json" in request.headers.get("Accept", ""):
        sentence = _("Too fast. Wait a few seconds.")
        answer = JsonResponse({"ok": False, "code": "too_fast", "error": sentence}, status=429)
    else:
        answer = HttpResponse(render_to_string("429.html"), status=429)
    answer["Retry-After"] = retry_after(wait_s)
    answer["Cache-Control"] = "no-store"
    return answer
