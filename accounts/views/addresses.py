"""The page behind the link that gives an account back to its old address."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.services.addresses import find_change, undo_change


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def address_undo(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, then undo; a look alone, such as a mail program's, changes nothing."""
    now = timezone.now()
    error = ""
    if request.method == "POST":
        try:
            path = undo_change(token, now)
        except ValidationError as refusal:
            error = refusal.messages[0]
        else:
            return redirect(path)
    change = find_change(token, now)
    status = 400 if error else 404 if change is None else 200
    context = {"change": change, "error": error}
    return render(request, "accounts/address_undo.html", context, status=status)
