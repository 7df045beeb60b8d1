"""A form about a person with one switch: on or off."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest

from accounts.models import User
from games.core.errors import DomainError


def switch(
    request: HttpRequest,
    name: str,
    *,
    on: Callable[[User], object],
    off: Callable[[User], object],
    told: tuple[str, str],
) -> None:
    """Do what the form's ``on``, 1 or 0, asks for, and tell the reader so or why not.

    Args:
        on, off: what is done for the signed-in user.
        told: what he reads then, with the player's name for ``%s``: when on, when off.

    Raises:
        Http404: there is no such player.
    """
    user = request.user
    if not isinstance(user, User):
        raise TypeError("This view needs a signed-in user.")
    is_on = request.POST.get("on") == "1"
    try:
        (on if is_on else off)(user)
    except DomainError as error:
        if error.code == "no_such_player":
            raise Http404 from error
        messages.error(request, error.sentence)
    else:
        messages.success(request, told[not is_on] % name)
