"""`{% notices_card %}`: the part of the settings about being told."""

from typing import Any

from django import template

from accounts.models import User
from accounts.selectors import verified_address
from games.core.notices import DIGEST_AT, HOURS, Channel, Event
from games.models import NoticeHabits
from games.selectors.notices import channel_name, choices_of, event_name

register = template.Library()


@register.inclusion_tag("games/_notices_card.html", takes_context=True)
def notices_card(context: dict[str, Any]) -> dict[str, Any]:
    """Return what `_notices_card.html` shows: the matrix, the hours, and what is chosen."""
    user: User = context["user"]
    chosen = choices_of([user.pk])[user.pk]
    habits = NoticeHabits.objects.filter(user=user).first() or NoticeHabits(digest_at=DIGEST_AT)
    return {
        "channels": [channel_name(channel) for channel in Channel],
        "rows": [
            {
                "name": event_name(event),
                "squares": [
                    {
                        "field": f"{event}-{channel}",
                        "name": channel_name(channel),
                        "is_on": channel in chosen[event],
                    }
                    for channel in Channel
                ],
            }
            for event in Event
        ],
        "hours": HOURS,
        "quiet_from": _hour(habits.quiet_from),
        "quiet_until": _hour(habits.quiet_until),
        "digest_at": _hour(habits.digest_at),
        "wants_always": habits.wants_always,
        "has_address": bool(verified_address(user)),
        "csrf_token": context.get("csrf_token"),
    }


def _hour(wall: Any) -> str:
    return "" if wall is None else str(wall.hour)
