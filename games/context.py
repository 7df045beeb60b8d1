"""What every page shows of the games."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from games.selectors.games import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Context processor: ``waiting_count``, the games in which it is my turn, without the open one.

    ``open_game`` is the public id of the game whose page this is, or nothing.
    """
    match = request.resolver_match
    open_game = "" if match is None else match.kwargs.get("public_id", "")
    user = getattr(request, "user", None)
    count = waiting_count(user.pk, besides=open_game) if isinstance(user, User) else 0
    return {"waiting_count": count, "open_game": open_game}
