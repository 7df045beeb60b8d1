"""The answer to whoever asks too often."""

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.limits import address_of, take, visitor_key
from games.views.refusals import retry_after

UNKNOWN_WAIT_S = 60.0
"""What a refusal says that does not know when there is room again."""

SECONDS_MAX = 90
"""Up to this wait a refusal counts in seconds, above it in minutes."""

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
    wait_s: float | None = None,
) -> HttpResponse:
    """Refuse a request in the caller's language: JSON for script, a page for everybody else.

    Args:
        wait_s: the seconds until there is room again, if that is known.
    """
    sentence = _sentence(wait_s)
    answer: HttpResponse
    if "application/json" in request.headers.get("Accept", ""):
        answer = JsonResponse({"ok": False, "code": "too_fast", "error": sentence}, status=429)
    else:
        answer = HttpResponse(render_to_string("429.html", {"text": sentence}), status=429)
    answer["Retry-After"] = retry_after(UNKNOWN_WAIT_S if wait_s is None else wait_s)
    answer["Cache-Control"] = "no-store"
    return answer


def _sentence(wait_s: float | None) -> str:
    """Return what to do: wait, and for how long, rounded up."""
    if wait_s is None:
        return _("Too many tries in a short time. Wait a few minutes, then try again.")
    if wait_s <= SECONDS_MAX:
        count = math.ceil(wait_s)
        words = ngettext(
            "Wait %d second, then try again.", "Wait %d seconds, then try again.", count
        )
    else:
        count = math.ceil(wait_s / 60)
        words = ngettext(
            "Wait %d minute, then try again.", "Wait %d minutes, then try again.", count
        )
    return words % count
