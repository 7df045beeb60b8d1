"""`left`: how long it is until a moment, as clocks on the page write it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext

from games.selectors.paces import pace_text

register = template.Library()

LOW = timedelta(hours=24)
"""Less than this is soon."""
VERY_LOW = timedelta(hours=1)
"""Less than this is very soon."""
LONG = 10
"""From so many hours on, minutes do not matter."""


@register.filter
def left(moment: datetime) -> str:
    """Return the time until a moment: "1 d 4 h", "20 h", "4 h 10 m", "12 min", "9:05".

    The page's script (clock.js) goes on from there in the same words.
    """
    seconds = max(0, int((moment - timezone.now()).total_seconds()))
    days, hours, minutes = seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60
    if days:
        return gettext("%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    if hours >= LONG:
        return gettext("%(hours)s h") % {"hours": hours}
    if hours:
        return gettext("%(hours)s h %(minutes)s m") % {"hours": hours, "minutes": minutes}
    if minutes >= 10:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    return f"{minutes}:{seconds % 60:02}"


@register.filter
def counted_down(clock: Mapping[str, Any]) -> str:
    """Return the time until a clock's bank begins to run, and after that until the game is lost."""
    bank_from = clock["bank_from"]
    is_before = bank_from is not None and bank_from > timezone.now()
    return left(bank_from if is_before else clock["deadline"])


@register.filter
def urgency(moment: datetime) -> str:
    """Return "bad" in the last hour before a moment, "warn" in the last day, else nothing."""
    remains = moment - timezone.now()
    if remains < VERY_LOW:
        return "bad"
    return "warn" if remains < LOW else ""


@register.filter
def millis(moment: datetime) -> int:
    """Return a moment as scripts count: ms since 1970 UTC."""
    return int(moment.timestamp() * 1000)


@register.filter(name="pace_text")
def pace_text_of(key: str) -> str:
    """Return how much time a pace gives."""
    return pace_text(key)


@register.simple_tag
def server_millis() -> int:
    """Return the server's time, so that a wrong clock of the reader does not count."""
    return millis(timezone.now())
