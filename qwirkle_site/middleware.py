"""What comes before any view: what is refused, and the site's sign of life."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from games.services.uptime import note_alive_quietly

LENGTH_DIGITS_MAX = 12


def _is_too_large(request: HttpRequest) -> bool:
    length = request.headers.get("Content-Length") or "0"
    if not (length.isascii() and length.isdecimal()) or len(length) > LENGTH_DIGITS_MAX:
        return True
    return int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _refusal() -> HttpResponse:
    return HttpResponse(
        _("This request is larger than the site accepts."), status=413, content_type="text/plain"
    )


class BodyLimitMiddleware:
    """Answer 413 to a body over DATA_UPLOAD_MAX_MEMORY_SIZE, where Django itself says 400."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Refuse by the declared length; Django still stops an undeclared one."""
        return _refusal() if _is_too_large(request) else self.get_response(request)


class UptimeMiddleware:
    """Stamps that the site answers, before any page judges a deadline."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        note_alive_quietly(now=timezone.now())
        return self.get_response(request)
