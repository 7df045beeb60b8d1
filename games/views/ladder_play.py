"""Play on a ladder: into the queue and out of it, and challenges."""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.core.errors import DomainError
from games.core.pace import DAILY
from games.core.pool import Pool
from games.forms.ladder import LadderChallengeForm, QueueForm
from games.selectors.ladder import find_pool, pool_choices
from games.selectors.ladder_play import challenge_bar
from games.selectors.ladder_queue import rulesets_of
from games.selectors.profile import find_player
from games.services import ladder_queue
from games.services.ladder_challenges import challenge_on_ladder
from games.views.ladder import ladder_page_of, to_own_play
from games.views.refusals import status_of, with_retry


@require_POST
@login_required
def ladder_join(request: HttpRequest, pool_key: str) -> HttpResponse:
    """Get into a ladder's queue or change one's wishes; or show the form with what to mend."""
    pool = _pool(pool_key)
    form = QueueForm(pool, request.POST)
    if not form.is_valid():
        return ladder_page_of(request, pool, form=form, status=400)
    try:
        ladder_queue.join_queue(
            user=_user(request), pool_key=pool.key, now=timezone.now(), **form.cleaned_data
        )
    except DomainError as error:
        form.add_error(None, error.sentence)
        page = ladder_page_of(request, pool, form=form, status=status_of(error))
        return with_retry(page, error)
    messages.success(request, _("You are in the queue. Pairs are made every minute."))
    return to_own_play(pool)


@require_POST
@login_required
def ladder_leave(request: HttpRequest, pool_key: str) -> HttpResponse:
    """Leave a ladder's queue; games that run go on."""
    pool = _pool(pool_key)
    ladder_queue.leave_queue(user=_user(request), pool_key=pool.key)
    messages.success(request, _("You have left the queue. Games that run go on."))
    return to_own_play(pool)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def ladder_challenge(request: HttpRequest, pool_key: str, name: str) -> HttpResponse:
    """Ask what to play with somebody, and challenge him; or say why that cannot be."""
    pool, person, user = _pool(pool_key), find_player(name), _user(request)
    if person is None:
        raise Http404
    if request.method != "POST":
        usual = {"pace": DAILY.key, "ruleset": rulesets_of(pool)[0]}
        form = LadderChallengeForm(pool, initial=usual | {"key": secrets.token_urlsafe(16)})
        bar = challenge_bar(user, person, pool, timezone.now())
        return _form_page(request, pool, person, form, bar=bar)
    form = LadderChallengeForm(pool, request.POST)
    if not form.is_valid():
        return _form_page(request, pool, person, form, status=400)
    try:
        challenge_on_ladder(
            host=user,
            name=person.username,
            pool_key=pool.key,
            ruleset_key=form.cleaned_data["ruleset"],
            pace=form.cleaned_data["pace"],
            key=form.cleaned_data["key"],
            now=timezone.now(),
        )
    except DomainError as error:
        return with_retry(
            _form_page(request, pool, person, form, bar=error.sentence, status=status_of(error)),
            error,
        )
    messages.success(request, _("%s is challenged and has a week to answer.") % person.username)
    return to_own_play(pool)


def _form_page(
    request: HttpRequest,
    pool: Pool,
    person: User,
    form: LadderChallengeForm,
    *,
    bar: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "pool": pool,
        "pools": pool_choices(),
        "person": person,
        "form": form,
        # A key that was lost is made anew, so that the form can be sent again.
        "key": secrets.token_urlsafe(16) if "key" in form.errors else form["key"].value(),
        "bar": bar,
        "has_choice": len(rulesets_of(pool)) > 1,
    }
    return render(request, "games/ladder_challenge.html", context, status=status)


def _pool(key: str) -> Pool:
    pool = find_pool(key)
    if pool is None:
        raise Http404
    return pool


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("This view needs a signed-in user.")
    return request.user
