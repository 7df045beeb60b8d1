"""All of one's own games that are over, page by page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.rules import registry
from games.selectors.finished import OUTCOMES, Wanted, finished_page
from games.selectors.variants import variant_choices

ID_LENGTH_MAX = 16


@require_safe
@login_required
@cache_control(private=True, no_store=True)
def finished(request: HttpRequest) -> HttpResponse:
    """Show a page of my games that are over, those that the form asks for."""
    wanted = _wanted(request)
    page = finished_page(
        request.user.pk or 0,
        wanted,
        older=_public_id(request, "older"),
        newer=_public_id(request, "newer"),
    )
    kept = {
        "outcome": wanted.outcome,
        "opponent": wanted.opponent,
        "variant": wanted.variant,
    }
    context = {
        "page": page,
        "wanted": wanted,
        "has_wishes": wanted != Wanted(),
        "kept": urlencode({name: value for name, value in kept.items() if value}),
        "variants": variant_choices(),
    }
    return render(request, "games/finished.html", context)


def _wanted(request: HttpRequest) -> Wanted:
    """Read from the address which games are looked for; what it knows not, it skips."""
    outcome, variant = request.GET.get("outcome", ""), request.GET.get("variant", "")
    opponent = request.GET.get("opponent", "").strip()
    return Wanted(
        outcome=outcome if outcome in OUTCOMES else "",
        opponent=opponent if opponent.isprintable() else "",
        variant=variant if variant in registry.keys() else "",  # noqa: SIM118
    )


def _public_id(request: HttpRequest, name: str) -> str:
    text = request.GET.get(name, "")
    return text if text.isalnum() and len(text) <= ID_LENGTH_MAX else ""
