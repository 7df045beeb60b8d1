"""How ratings work, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.bots import registry as bots
from games.selectors.ratings import worked_examples


@require_safe
@cache_control(private=True)
def ratings(request: HttpRequest) -> HttpResponse:
    """Show the formula with examples that it has calculated itself."""
    context = {"examples": worked_examples(), "bots": bots.all_bots()}
    return render(request, "games/ratings.html", context)
