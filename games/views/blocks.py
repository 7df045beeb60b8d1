"""Block a player, and unblock."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.services import blocks
from games.views.switches import switch


@require_POST
@login_required
def player_block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a player or unblock him: ``on`` is 1 or 0; ``back`` is ``settings`` or left out."""
    switch(
        request,
        name,
        on=lambda user: blocks.block(user=user, name=name, now=timezone.now()),
        off=lambda user: blocks.unblock(user=user, name=name),
        told=(_("You have blocked %s."), _("You have unblocked %s.")),
    )
    if request.POST.get("back") == "settings":
        return redirect(f"{reverse('settings')}#blocked")
    return redirect("profile", name)
