"""`{% blocked_card %}`: the part of the settings about the people whom the user has blocked."""

from typing import Any

from django import template

from accounts.models import User
from games.selectors.blocks import blocked_people

register = template.Library()


@register.inclusion_tag("games/_blocked_card.html", takes_context=True)
def blocked_card(context: dict[str, Any]) -> dict[str, Any]:
    """Return what `_blocked_card.html` shows: the people, the newest first."""
    user: User = context["user"]
    return {"people": blocked_people(user.pk), "csrf_token": context.get("csrf_token")}
