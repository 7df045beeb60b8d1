"""Pushes on a device: switched on and off, and tried out."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.core.errors import DomainError
from games.services.devices import DEVICE_KEY, add_device, remove_device, try_device
from games.services.pusher import site_keys
from games.views.refusals import status_of, with_retry

PK_DIGITS_MAX = 18


@require_safe
@login_required
@never_cache
def push_key(request: HttpRequest) -> JsonResponse:
    """Return the site's public key, and the token with which a worker may send a form."""
    return JsonResponse({"key": site_keys().public, "token": get_token(request)})


@require_POST
@login_required
def push_subscribe(request: HttpRequest) -> HttpResponse:
    """Send pushes to this browser. Fields: endpoint, p256dh, auth, and replaces or nothing."""

    def run(user: User) -> None:
        given = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
        replaces = request.POST.get("replaces", "")
        add_device(user=user, **given, replaces=replaces, now=timezone.now())
        request.session[DEVICE_KEY] = given["endpoint"]

    return _answer(request, run)


@require_POST
@login_required
def push_unsubscribe(request: HttpRequest) -> HttpResponse:
    """Send no more pushes to a device. Fields: device (a row's number) or endpoint."""

    def run(user: User) -> None:
        number = request.POST.get("device", "")
        is_number = number.isascii() and number.isdecimal() and len(number) <= PK_DIGITS_MAX
        endpoint = request.POST.get("endpoint", "")
        remove_device(user=user, pk=int(number) if is_number else None, endpoint=endpoint)

    return _answer(request, run, done=_("This device gets no more notifications."))


@require_POST
@login_required
def push_test(request: HttpRequest) -> HttpResponse:
    """Send a message to this device. Fields: endpoint."""

    def run(user: User) -> None:
        try_device(user=user, endpoint=request.POST.get("endpoint", ""), now=timezone.now())

    return _answer(request, run)


def _answer(request: HttpRequest, run: Callable[[User], None], done: str = "") -> HttpResponse:
    """Run a command of a signed-in person; answer JSON to script, the settings to a form."""
    is_script = "application/json" in request.headers.get("Accept", "")
    assert isinstance(request.user, User)
    try:
        run(request.user)
    except DomainError as error:
        if is_script:
            refusal = {"ok": False, "code": error.code, "error": error.sentence}
            return with_retry(JsonResponse(refusal, status=status_of(error)), error)
        messages.error(request, error.sentence)
        return _to_settings()
    if is_script:
        return JsonResponse({"ok": True})
    if done:
        messages.success(request, done)
    return _to_settings()


def _to_settings() -> HttpResponseRedirect:
    return redirect(f"{reverse('settings')}#push")
