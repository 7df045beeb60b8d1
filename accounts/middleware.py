"""What an account means for every request: its zone, its session, and the door to the admin."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from allauth.core.internal.ratelimit import consume, respond_429
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import urlencode

from accounts.models import User
from accounts.selectors import factor_step
from accounts.services.sessions import note_seen


class PlaceMiddleware:
    """Speak the language and tell times in the zone of the signed-in person.

    For everybody else it is what his browser asks for, and the site's zone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        language = getattr(request.user, "language", "")
        if translation.check_for_language(language):
            translation.activate(language)  # the next request begins with its own
        with timezone.override(_zone(getattr(request.user, "time_zone", ""))):
            return self._get_response(request)


def _zone(name: str) -> ZoneInfo | None:
    """Return the zone of this name; None for none, or for one that is no more."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError):
        return None


class SeenMiddleware:
    """Keep note of when and from where each session was last used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; visitors' sessions are nobody's and are left alone."""
        if request.user.is_authenticated:
            note_seen(request, timezone.now())  # noqa: TID251  a door
        return self._get_response(request)


class StaffFactorMiddleware:
    """Let nobody into the admin whose session has not proven a second factor.

    Whoever is refused is led to the step that is missing. Refusals have a limit of their own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        if request.path.startswith(reverse("admin:index")):
            return self._refusal(request) or self._get_response(request)
        return self._get_response(request)

    def _refusal(self, request: HttpRequest) -> HttpResponse | None:
        user = request.user
        step = factor_step(request, user) if isinstance(user, User) and user.is_staff else "sign_in"
        if not step:
            return None
        if not consume(request, app="allauth.account", action="admin", limit_get=True):
            refusal: HttpResponse = respond_429(request)
            return refusal
        if isinstance(user, User) and user.is_staff:
            return redirect(f"{reverse(step)}?{urlencode({'next': request.get_full_path()})}")
        if user.is_authenticated:
            return None  # the admin says that this account may not enter
        return redirect_to_login(request.get_full_path())
