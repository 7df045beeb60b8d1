"""Follow a player, and the list of those one follows."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games.selectors.follows import followed_people
from games.services import follows
from games.views.switches import switch


@require_safe
@login_required
@cache_control(private=True, no_store=True)
def following(request: HttpRequest) -> HttpResponse:
    """Show all whom the reader follows."""
    people = followed_people(request.user.pk or 0, timezone.now())
    return render(request, "games/following.html", {"people": people})


@require_POST
@login_required
def player_follow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow a player or stop it: ``on`` is 1 or 0; ``back`` is ``following`` or left out."""
    switch(
        request,
        name,
        on=lambda user: follows.follow(user=user, name=name, now=timezone.now()),
        off=lambda user: follows.unfollow(user=user, name=name),
        told=(_("You follow %s now."), _("You no longer follow %s.")),
    )
    if request.POST.get("back") == "following":
        return redirect("following")
    return redirect("profile", name)
