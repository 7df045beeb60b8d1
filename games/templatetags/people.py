"""`{% privacy_card %}`: the part of the settings about what others may see."""

from typing import Any

from django import template

from accounts.models import User
from games.models import Privacy
from games.selectors.privacy import privacy_of

register = template.Library()


@register.inclusion_tag("games/_privacy_card.html", takes_context=True)
def privacy_card(context: dict[str, Any]) -> dict[str, Any]:
    """Return what `_privacy_card.html` shows: the switches, and what they stand on."""
    user: User = context["user"]
    return {
        "privacy": privacy_of(user),
        "audiences": Privacy.Audience.choices,
        "hosts": Privacy.Hosts.choices,
        "csrf_token": context.get("csrf_token"),
    }
