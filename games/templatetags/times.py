"""`ago`: how long something is past, and `span`: how long it takes, in one unit."""

from datetime import UTC, datetime, timedelta

from django import template
from django.utils.timesince import timesince
from django.utils.translation import gettext

register = template.Library()


@register.filter
def ago(moment: datetime) -> str:
    """Return "3 hours ago", or "just now" within the first minute."""
    if timesince(moment) == timesince(moment, now=moment):
        return gettext("just now")
    return gettext("%(time)s ago") % {"time": timesince(moment, depth=1)}


@register.filter
def span(length: timedelta) -> str:
    """Return a length of time like "5 hours"; less than a minute counts as one."""
    start = datetime(2000, 1, 1, tzinfo=UTC)
    return timesince(start, start + max(length, timedelta(minutes=1)), depth=1)
