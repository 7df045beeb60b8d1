"""The page on which anybody checks the chance of one game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.fairness import fairness_of
from games.selectors.game import find_game


@require_safe
@cache_control(private=True, no_store=True)
def fairness(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show commitment and seed, and let the browser compute every draw again."""
    game = find_game(public_id, request.user.pk)
    if game is None:
        raise Http404
    return render(request, "games/fairness.html", {"game": fairness_of(game)})
