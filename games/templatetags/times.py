"""`ago`: how long something is past, in one unit."""

from datetime import datetime

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
