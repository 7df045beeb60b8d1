"""Follow a player, and the list of those one follows."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.core.errors import DomainError
from games.selectors.follows import followed_people
from games.services import follows


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
    user = request.user
    if not isinstance(user, User):
        raise TypeError("This view needs a signed-in user.")
    is_on = request.POST.get("on") == "1"
    try:
        if is_on:
            follows.follow(user=user, name=name, now=timezone.now())
        else:
            follows.unfollow(user=user, name=name)
    except DomainError as error:
        if error.code == "no_such_player":
            raise Http404 from error
        messages.error(request, error.sentence)
    else:
        told = _("You follow %s now.") if is_on else _("You no longer follow %s.")
        messages.success(request, told % name)
    if request.POST.get("back") == "following":
        return redirect("following")
    return redirect("profile", name)
