"""The page on which somebody changes his name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import NameForm
from accounts.models import User
from accounts.selectors import next_rename_at
from accounts.services.names import rename


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def user_name(request: HttpRequest) -> HttpResponse:
    """Show what a rename means, or do it. Fields: name."""
    form = NameForm(request.POST if request.method == "POST" else None)
    user = request.user
    if isinstance(user, User) and request.method == "POST" and form.is_valid():
        try:
            rename(user, name=form.cleaned_data["name"], now=timezone.now())
        except ValidationError as error:
            form.add_error("name", error)
        else:
            messages.success(request, _("Your name is changed."))
            return redirect("settings")
    again_at = next_rename_at(user, timezone.now()) if isinstance(user, User) else None
    status = 400 if form.is_bound else 200
    return render(
        request, "accounts/name.html", {"form": form, "again_at": again_at}, status=status
    )
