"""How conduct is counted, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.conduct import conduct_figures


@require_safe
@cache_control(private=True)
def conduct(request: HttpRequest) -> HttpResponse:
    """Show the formula with examples that it has calculated itself."""
    return render(request, "games/conduct.html", conduct_figures())
