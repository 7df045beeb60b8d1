"""The lobby: offers to join, a form for new ones, bots."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.models.user import MAX_NAME
from games.core.errors import DomainError
from games.forms.offers import BotGameForm, ChallengeForm
from games.forms.variant import choices_of
from games.models import Challenge
from games.selectors.bots import bot_cards
from games.selectors.challenges import (
    challenge_row,
    find_invitation,
    is_gone,
    last_bot_game,
    last_choices,
    lobby_challenges,
)
from games.selectors.ladder import find_pool
from games.selectors.stakes import stakes_of
from games.services import challenges as services
from games.services.rated_offers import Stakes
from games.services.rematch import ask_rematch
from games.views.ladder import ladder_page_of, to_own_play
from games.views.refusals import status_of, with_retry


@require_safe
@cache_control(private=True, no_store=True)
def lobby(request: HttpRequest) -> HttpResponse:
    """Show open offers, the form for a new one, and the bots."""
    return _page(request)


@require_POST
@login_required
def challenge_create(request: HttpRequest) -> HttpResponse:
    """Open an offer, or show the form again with what to mend."""
    form = ChallengeForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=400)
    data = form.cleaned_data
    try:
        services.offer_challenge(
            host=_user(request),
            kind=data["kind"],
            seat_count=data["seat_count"],
            ruleset_key=data["ruleset_key"],
            options=data["options"],
            pace=data["pace"],
            allows_vacation=data["allows_vacation"],
            is_private=data["is_private"],
            stakes=Stakes(
                is_rated=bool(data["is_rated"]),
                range=data["rating_range"],
                min_conduct=data["min_conduct"],
            ),
            invited=data["invitees"],
            key=data["key"],
            now=timezone.now(),
        )
    except DomainError as error:
        form.add_error(None, error.sentence)
        return with_retry(_page(request, form=form, status=status_of(error)), error)
    messages.success(request, _("Your offer is open. The game starts when the seats are taken."))
    # The form's address ends in #new; without another fragment a phone would stay on that tab.
    return redirect(f"{reverse('lobby')}#seeks")


@require_POST
@login_required
def bot_game(request: HttpRequest) -> HttpResponse:
    """Start a game against the chosen bots at once."""
    form = BotGameForm(request.POST, auto_id="bots_%s")
    if not form.is_valid():
        return _page(request, form_bots=form, status=400)
    try:
        game = services.play_bots(
            host=_user(request),
            bots=form.cleaned_data["bots"],
            ruleset_key=form.cleaned_data["ruleset_key"],
            options=form.cleaned_data["options"],
            key=form.cleaned_data["key"],
            now=timezone.now(),
        )
    except DomainError as error:
        form.add_error("bots", error.sentence)
        return with_retry(_page(request, form_bots=form, status=status_of(error)), error)
    return redirect(game)


@require_POST
@login_required
def challenge_join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat; the last one leads straight to the table."""
    token = request.POST.get("token", "")[:16]
    return _answer(
        request,
        lambda: services.join_challenge(
            public_id=public_id,
            user=_user(request),
            token=token,
            now=timezone.now(),
            is_sure=request.POST.get("sure") == "1",
        ),
    )


@require_POST
@login_required
def challenge_leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a seat back, decline, or withdraw one's own offer."""
    return _answer(
        request,
        lambda: services.leave_challenge(
            public_id=public_id, user=_user(request), now=timezone.now()
        ),
    )


@require_POST
@login_required
def challenge_start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start with those who have joined."""
    return _answer(
        request,
        lambda: services.start_challenge(
            public_id=public_id, user=_user(request), now=timezone.now()
        ),
    )


@require_POST
@login_required
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for a rematch or say yes to one; once it has started, go there."""
    try:
        challenge = ask_rematch(public_id=public_id, user=_user(request), now=timezone.now())
    except DomainError as error:
        messages.error(request, error.sentence)
        return redirect("game", public_id) if error.code != "no_such_game" else redirect("home")
    if challenge.game is None:
        return redirect("game", public_id)
    return redirect(challenge.game)


@require_safe
@cache_control(private=True, no_store=True)
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation link leads to; joining is a click, never the visit itself."""
    challenge = find_invitation(token)
    if challenge is None:
        raise Http404
    user = request.user if isinstance(request.user, User) else None
    row = challenge_row(challenge, request.user.pk, timezone.now())
    row |= stakes_of([challenge], user)[challenge.pk]
    if challenge.game is not None and row["has_joined"]:
        return redirect(challenge.game)
    is_open = not is_gone(challenge, request.user.pk)
    context = {"challenge": row, "token": token, "is_open": is_open}
    return render(request, "games/invite.html", context)


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("This view needs a signed-in user.")
    return request.user


def _answer(request: HttpRequest, run: Callable[[], Challenge]) -> HttpResponse:
    """Run a command on an offer; go to its game if it has one now, else back.

    Back is the lobby, or the ladder that the form names as ``back``.
    """
    ladder = find_pool(request.POST.get("back", ""))
    try:
        challenge = run()
    except DomainError as error:
        messages.error(request, error.sentence)
        if ladder is not None:
            return with_retry(ladder_page_of(request, ladder, status=status_of(error)), error)
        return with_retry(_page(request, status=status_of(error)), error)
    if challenge.game is not None:
        return redirect(challenge.game)
    return redirect("lobby") if ladder is None else to_own_play(ladder)


def _page(
    request: HttpRequest,
    *,
    form: Form | None = None,
    form_bots: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    rows = lobby_challenges(user, timezone.now())
    if getattr(request, "htmx", False):
        return render(request, "games/_challenges.html", {"challenges": rows})
    context: dict[str, Any] = {
        "challenges": rows,
        "form": form or ChallengeForm(initial=_first_choices(request)),
        "form_bots": form_bots or BotGameForm(initial=_last_bot_game(request), auto_id="bots_%s"),
        "bots": bot_cards(),
    }
    return render(request, "games/lobby.html", context, status=status)


def _first_choices(request: HttpRequest) -> dict[str, Any]:
    """Return what the form starts with: the last choices, or whom the address wants to invite."""
    known = last_choices(request.user.pk) if isinstance(request.user, User) else {}
    if known:
        known |= choices_of(known.pop("ruleset_key"), known.pop("options"))
    name = request.GET.get("invite", "")[:MAX_NAME]
    if name:
        known = {"kind": Challenge.Kind.DIRECT, "seat_count": 2, "invitees": name}
    return {**known, "key": _new_key()}


def _last_bot_game(request: HttpRequest) -> dict[str, Any]:
    """Return what the form for games against bots starts with: the game played last."""
    known = last_bot_game(request.user.pk) if isinstance(request.user, User) else {}
    chosen = choices_of(known["ruleset_key"], known["options"]) if known else {}
    return {**chosen, "key": _new_key()}


def _new_key() -> str:
    """Return the key of one intent; a second click on the same form sends the same one."""
    return secrets.token_urlsafe(16)
