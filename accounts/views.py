"""Pages of an account that allauth does not have."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import DisplayForm
from accounts.models import Palette, User
from accounts.selectors import DISPLAY_COOKIE, Display, display_of
from accounts.services.display import save_display

YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
def display(request: HttpRequest) -> HttpResponse:
    """Show the display settings, or store them and go back to where they were changed.

    Fields: theme ("", light, dark), palette (default, safe), marks (on), next (a path here).
    """
    if request.method != "POST":
        return render(request, "accounts/display.html")
    form = DisplayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That did not work. Choose one of the settings shown."))
        return render(request, "accounts/display.html", status=400)
    chosen = Display(**form.cleaned_data)
    if chosen.palette == Palette.SAFE and display_of(request).palette != Palette.SAFE:
        chosen = replace(chosen, marks=True)  # marks come with the palette, and may go again
    if isinstance(request.user, User):
        save_display(request.user, theme=chosen.theme, palette=chosen.palette, marks=chosen.marks)
    response = redirect(_next_path(request))
    response.set_cookie(
        DISPLAY_COOKIE,
        chosen.as_cookie(),
        max_age=YEAR,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def _next_path(request: HttpRequest) -> str:
    path = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(
        path, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return path if allowed else "/"
