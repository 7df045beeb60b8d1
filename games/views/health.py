"""For those who watch the site from outside."""

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.health import health


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """Return 200 when everything works and 503 when a part does not; moves may still go through."""
    try:
        found = health(timezone.now())
    except DatabaseError:
        found = {"ok": False, "database": "out of reach"}
    return JsonResponse(found, status=200 if found["ok"] else 503)
