"""`{% push_card %}`: the part of the settings about notifications on this device."""

from typing import Any
from urllib.parse import urlsplit

from django import template
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import PushSubscription
from games.services.pusher import site_keys

register = template.Library()

_BROWSERS = {
    "fcm.googleapis.com": "Chrome",
    "updates.push.services.mozilla.com": "Firefox",
    "web.push.apple.com": "Safari",
    "notify.windows.com": "Edge",
}


@register.inclusion_tag("games/_push_card.html", takes_context=True)
def push_card(context: dict[str, Any]) -> dict[str, Any]:
    """Return what `_push_card.html` shows: the site's key, and the user's devices."""
    user: User = context["user"]
    devices = [
        {
            "pk": device.pk,
            "endpoint": device.endpoint,
            "name": _browser(device.endpoint),
            "created_at": device.created_at,
        }
        for device in PushSubscription.objects.filter(user=user)
    ]
    facts = {"key": site_keys().public, "devices": devices}
    return {"push": facts, "csrf_token": context.get("csrf_token")}


def _browser(endpoint: str) -> str:
    """Return what people call the browser whose push service has this address."""
    host = urlsplit(endpoint).hostname or ""
    known = (name for end, name in _BROWSERS.items() if host == end or host.endswith(f".{end}"))
    return next(known, "") or _("A browser")
