"""The zone in which a page tells the time."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZoneMiddleware:
    """Tell times in the zone of the signed-in person; in that of the site for everybody else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        with timezone.override(_zone(getattr(request.user, "time_zone", ""))):
            return self._get_response(request)


def _zone(name: str) -> ZoneInfo | None:
    """Return the zone of this name; None for none, or for one that is no more."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError):
        return None
