"""What moderators do, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.transparency import SMALL, transparency


@require_safe
@cache_control(private=True)
def transparency_page(request: HttpRequest) -> HttpResponse:
    """Show the counts of the moderators' log by month."""
    context = {"months": transparency(), "small": SMALL}
    return render(request, "games/transparency.html", context)
