"""The counts of the header alone, for a page whose socket says that something changed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(private=True, no_store=True)
def pill(request: HttpRequest, public_id: str = "") -> HttpResponse:  # noqa: ARG001  the context reads it
    """Return how many games wait besides the open one, and what is new (games/context.py)."""
    return render(request, "_counts.html")
