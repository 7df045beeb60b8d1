"""The page on which somebody ends his account, or keeps it after all."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.utils import build_absolute_uri
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.services.deletion import COOLING_OFF, ask_deletion, keep_account


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def account_delete(request: HttpRequest) -> HttpResponse:
    """Say what the end of an account means, or put it on the way.

    Asked for with the password or a second factor.
    """
    error = ""
    user = request.user
    if request.method == "POST" and isinstance(user, User):
        try:
            is_new = ask_deletion(user, timezone.now())
        except ValidationError as refusal:
            error = refusal.messages[0]
        else:
            if is_new:
                _tell(request, user)
            return redirect("account_delete")
    context = {"error": error, "days": COOLING_OFF.days}
    return render(request, "accounts/delete.html", context, status=400 if error else 200)


@require_POST
@login_required
def account_keep(request: HttpRequest) -> HttpResponse:
    """Keep the account after all."""
    if isinstance(request.user, User) and keep_account(request.user):
        messages.success(request, _("Your account stays."))
    return redirect("settings")


def _tell(request: HttpRequest, user: User) -> None:
    """Tell the address of the account: whoever is in it may not be its owner."""
    day = "" if user.deletion_due is None else date_format(user.deletion_due, "j F Y")
    context = {
        "name": user.get_username(),
        "day": day,
        "url": build_absolute_uri(request, reverse("account_delete")),
    }
    get_adapter(request).send_notification_mail("account/email/deletion_asked", user, context)
