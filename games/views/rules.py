"""How the game is played, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.figures import figures


@require_safe
@cache_control(private=True)
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the base game and the keys of the table."""
    return render(request, "games/rules.html", {"figures": figures()})
