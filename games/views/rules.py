"""How the game is played, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.board_figures import board_figures
from games.selectors.figures import figures
from games.selectors.powers import all_powers


@require_safe
@cache_control(private=True)
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the base game and its expansions, and the keys of the table."""
    context = {"figures": figures(), "boards": board_figures(), "powers": all_powers()}
    return render(request, "games/rules.html", context)
