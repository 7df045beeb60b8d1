"""Block a player, and unblock."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.core.errors import DomainError
from games.services import blocks


@require_POST
@login_required
def player_block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a player or unblock him: ``on`` is 1 or 0; ``back`` is ``settings`` or left out."""
    user = request.user
    if not isinstance(user, User):
        raise TypeError("This view needs a signed-in user.")
    is_on = request.POST.get("on") == "1"
    try:
        if is_on:
            blocks.block(user=user, name=name, now=timezone.now())
        else:
            blocks.unblock(user=user, name=name)
    except DomainError as error:
        if error.code == "no_such_player":
            raise Http404 from error
        messages.error(request, error.sentence)
    else:
        told = _("You have blocked %s.") if is_on else _("You have unblocked %s.")
        messages.success(request, told % name)
    if request.POST.get("back") == "settings":
        return redirect(f"{reverse('settings')}#blocked")
    return redirect("profile", name)
