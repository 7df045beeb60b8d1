"""The site as an app: its manifest, its service worker, and the page for no network."""

import hashlib
import json
import re
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

GROUND: Final = "#f5f2ec"
"""The ground of the light pages, `--bg` of `tokens.css`; a manifest knows one theme only."""

_FILE: Final = re.compile(r'(?:href|src)="([^"]+\.(?:css|js|svg))"')


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """Return what a browser needs to put the site on a home screen."""
    icon = _icon("icon-192.png", 192)
    lobby = reverse("lobby")
    shortcuts = {_("Games"): reverse("home"), _("Lobby"): lobby, _("New game"): f"{lobby}#new"}
    facts = {
        "id": reverse("home"),
        "name": settings.SITE_NAME,
        "description": _("Play Qwirkle against people and bots, live or a move a day."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": GROUND,
        "background_color": GROUND,
        "categories": ["games"],
        "icons": [
            icon,
            _icon("icon-512.png", 512),
            _icon("icon-maskable-512.png", 512) | {"purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": name, "url": url, "icons": [icon]} for name, url in shortcuts.items()
        ],
    }
    return JsonResponse(facts, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the worker of the whole site; it changes whenever a file that it keeps does."""
    page = _offline_page()
    script = static("games/worker/site.js")
    facts = {
        "offline": reverse("offline"),
        "assets": list(dict.fromkeys(_FILE.findall(page))),
        "icon": static("games/img/icon-192.png"),
        "badge": static("games/img/badge-96.png"),
        "name": settings.SITE_NAME,
        "key": reverse("push_key"),
        "subscribe": reverse("push_subscribe"),
    }
    version = hashlib.sha256((page + script).encode()).hexdigest()[:16]
    lines = [f"self.SITE = {_script_json(facts | {'version': version})};"]
    lines.append(f"importScripts({_script_json(script)});")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(_request: HttpRequest) -> HttpResponse:
    """Return the page for no network: the same for everybody, so that a browser may keep it."""
    return HttpResponse(_offline_page())


def _offline_page() -> str:
    return render_to_string("offline.html")


def _icon(name: str, side: int) -> dict[str, Any]:
    return {"src": static(f"games/img/{name}"), "sizes": f"{side}x{side}", "type": "image/png"}


def _script_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)
