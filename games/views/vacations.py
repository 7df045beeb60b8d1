"""Begin a vacation and come back from it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games.core.errors import DomainError
from games.selectors.vacations import vacation_view
from games.services import vacations


@require_safe
@login_required
@cache_control(private=True, no_store=True)
def vacation(request: HttpRequest) -> HttpResponse:
    """Show what is left of the year's days, and the way there and back."""
    context = {"vacation": vacation_view(request.user.pk or 0, timezone.now())}
    return render(request, "games/vacation.html", context)


@require_POST
@login_required
def vacation_start(request: HttpRequest) -> HttpResponse:
    """Let the clocks of the reader's turns stand from now on."""
    try:
        vacations.start_vacation(user_id=request.user.pk or 0, now=timezone.now())
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, _("You are on vacation. Your clocks stand."))
    return redirect("vacation")


@require_POST
@login_required
def vacation_end(request: HttpRequest) -> HttpResponse:
    """Let them run again."""
    try:
        vacations.end_vacation(user_id=request.user.pk or 0, now=timezone.now())
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, _("Welcome back. Your clocks run again."))
    return redirect("home")
