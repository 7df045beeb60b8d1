"""What every page shows of the games."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from games.selectors.games import header_facts


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Context processor: what the header counts, and my vacation.

    ``waiting_count``: the games in which it is my turn, without the open one. ``unread_count``:
    notices that I have not seen. ``open_game``: the public id of the game whose page this is, or
    nothing. ``vacation``: mine, as home shows it.
    """
    match = request.resolver_match
    open_game = "" if match is None else match.kwargs.get("public_id", "")
    user = getattr(request, "user", None)
    facts = header_facts(user.pk, besides=open_game) if isinstance(user, User) else {}
    return {"waiting_count": 0, "unread_count": 0, "open_game": open_game} | facts
