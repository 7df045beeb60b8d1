"""How the site looks and behaves for somebody."""

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import (
    AutoVacationForm,
    DisplayForm,
    HabitsForm,
    LanguageForm,
    PaletteOfferForm,
    TimeZoneForm,
)
from accounts.models import Palette, User
from accounts.selectors import DISPLAY_COOKIE, Display, display_of
from accounts.services.display import (
    answer_palette_offer,
    save_auto_vacation,
    save_display,
    save_habits,
    save_language,
    save_time_zone,
)

YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show all settings, or store how the table behaves; visitors have only the display.

    Fields: ask, keys, sound (each "on" or left out).
    """
    if request.method != "POST":
        return _settings_page(request)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("settings"))
    form = HabitsForm(request.POST)
    if form.is_valid():
        save_habits(request.user, **form.cleaned_data)
    return redirect(f"{reverse('settings')}#table")


@require_http_methods(["GET", "HEAD", "POST"])
def display(request: HttpRequest) -> HttpResponse:
    """Store theme and colours and go back to where they were changed.

    Fields: theme ("", light, dark), palette (default, safe), marks (on), next (a path here).
    """
    if request.method != "POST":
        return redirect("settings")
    form = DisplayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That did not work. Choose one of the settings shown."))
        return _settings_page(request, status=400)
    chosen = Display(**form.cleaned_data)
    if chosen.palette == Palette.SAFE and display_of(request).palette != Palette.SAFE:
        chosen = replace(chosen, marks=True)  # marks come with the palette, and may go again
    if isinstance(request.user, User):
        save_display(request.user, theme=chosen.theme, palette=chosen.palette, marks=chosen.marks)
    return _with_cookie(redirect(_next_path(request)), request, chosen)


@require_POST
@login_required
def time_zone(request: HttpRequest) -> HttpResponse:
    """Store where somebody lives. Fields: time_zone (a name of the zone database, or "")."""
    form = TimeZoneForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, zone_form=form, status=400)
    if isinstance(request.user, User):
        save_time_zone(request.user, name=form.cleaned_data["time_zone"])
    return redirect(f"{reverse('settings')}#zone")


@require_POST
@login_required
def language(request: HttpRequest) -> HttpResponse:
    """Store the language of the pages. Fields: language (a code of the site's, or "")."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That did not work. Choose one of the languages shown."))
        return _settings_page(request, status=400)
    if isinstance(request.user, User):
        save_language(request.user, code=form.cleaned_data["language"])
    return redirect(f"{reverse('settings')}#zone")


@require_POST
@login_required
def auto_vacation(request: HttpRequest) -> HttpResponse:
    """Store whether a vacation begins before a loss on time. Fields: auto ("on" or left out)."""
    form = AutoVacationForm(request.POST)
    if form.is_valid() and isinstance(request.user, User):
        save_auto_vacation(request.user, is_on=form.cleaned_data["auto"])
    return redirect("vacation")


@require_POST
@login_required
def palette_offer(request: HttpRequest) -> HttpResponse:
    """Take the answer to "Hard to tell red and orange apart?", which is asked once.

    Fields: answer (safe, keep).
    """
    form = PaletteOfferForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That did not work. Choose one of the two."))
    elif isinstance(request.user, User):
        answer_palette_offer(request.user, is_safe=form.cleaned_data["answer"] == "safe")
    return _with_cookie(redirect("home"), request, display_of(request))


def _settings_page(
    request: HttpRequest, *, zone_form: TimeZoneForm | None = None, status: int = 200
) -> HttpResponse:
    known = {name: getattr(request.user, name, "") for name in ("time_zone", "language")}
    context = {
        "zone_form": zone_form or TimeZoneForm(initial=known),
        "language_form": LanguageForm(initial=known),
    }
    return render(request, "accounts/settings.html", context, status=status)


def _with_cookie(response: HttpResponse, request: HttpRequest, chosen: Display) -> HttpResponse:
    """Let this browser keep the display after a sign-out."""
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
