"""What every page shows of the games."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from games.selectors.games import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Context processor: ``waiting_count``, the games in which it is my turn."""
    user = getattr(request, "user", None)
    return {"waiting_count": waiting_count(user.pk) if isinstance(user, User) else 0}
