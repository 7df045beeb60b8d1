"""What comes before any view: what is refused, what every answer says, the site's sign of life."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from games.limits import take
from games.services.uptime import note_alive_quietly
from games.views.limits import key_of, too_fast

LENGTH_DIGITS_MAX = 12

UNCOUNTED = ("/healthz/", "/manifest.webmanifest", "/sw.js", "/offline/")
"""Small constant answers that browsers and monitors fetch by themselves, without a session."""

FEATURES = (
    "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi"
    " payment usb xr-spatial-tracking"
)
"""Abilities of a browser that no page of ours asks for, and so none may."""


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


class RequestLimitMiddleware:
    """Answers 429 to whoever asks too often; counts people who are signed in, else addresses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; files are served before it comes here."""
        if not settings.RATE_LIMITS["requests"] or request.path in UNCOUNTED:
            return self.get_response(request)
        wait = take("requests", key_of(request))
        return too_fast(request, wait_s=wait) if wait else self.get_response(request)


class PolicyMiddleware:
    """Tells browsers, with pages and files alike, what no other site and no page may do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next handler."""
        self.get_response = get_response
        self.permissions = ", ".join(f"{feature}=()" for feature in FEATURES.split())

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = self.permissions
        return response
