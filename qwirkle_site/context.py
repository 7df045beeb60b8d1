"""What every page may name."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:  # noqa: ARG001 -- Django's signature
    """Return `site_name` for every template."""
    return {"site_name": settings.SITE_NAME}
