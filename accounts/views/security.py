"""Where somebody is signed in, and what staff must set up before it enters the admin."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.selectors import sessions_of
from accounts.services.sessions import end_session, end_sessions


@require_safe
@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """Show where one is signed in."""
    rows = (
        sessions_of(request.user, current_key=request.session.session_key, now=timezone.now())
        if isinstance(request.user, User)
        else []
    )
    return render(request, "accounts/sessions.html", {"sessions": rows})


@require_POST
@login_required
def session_end(request: HttpRequest) -> HttpResponse:
    """Sign one browser out. Fields: ref (of the session)."""
    ref = request.POST.get("ref", "")
    if isinstance(request.user, User) and end_session(request.user, ref=ref):
        messages.success(request, _("That browser is signed out."))
    else:
        messages.error(request, _("That browser was signed out already."))
    return redirect("sessions")


@require_POST
@login_required
def sessions_end(request: HttpRequest) -> HttpResponse:
    """Sign all other browsers out."""
    if isinstance(request.user, User):
        end_sessions(request.user, but=request.session.session_key)
        messages.success(request, _("You are signed out everywhere else."))
    return redirect("sessions")


@require_safe
@never_cache
@login_required
def staff_factor(request: HttpRequest) -> HttpResponse:
    """Tell staff without a second factor what to do before it enters the admin."""
    return render(request, "accounts/staff_factor.html")
