"""One's own sanctions, and the thread about each. Who is shut out may sign in to this alone."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.selectors import HELD_USER
from games.core.errors import DomainError
from games.models import Sanction
from games.models.appeal import MESSAGE_LENGTH_MAX
from games.selectors.appeals import own_sanction, own_sanctions
from games.services.appeals import write_appeal
from games.services.sanctions import let_in_if_over, sentence_of
from games.views.refusals import status_of, with_retry


@require_safe
@cache_control(private=True, no_store=True)
def appeals(request: HttpRequest) -> HttpResponse:
    """List what was laid on somebody; a ban that is over lets him sign in again."""
    user = _whoever(request)
    if user is None:
        return redirect_to_login(request.path)
    if not user.is_active and let_in_if_over(user, timezone.now()):
        del request.session[HELD_USER]
        return redirect("account_login")
    rows = [{"sanction": one, "sentence": sentence_of(one)} for one in own_sanctions(user.pk)]
    return render(request, "games/appeals.html", {"rows": rows, "owner": user})


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the thread about one sanction, or write in it. Fields: text."""
    user = _whoever(request)
    if user is None:
        return redirect_to_login(request.path)
    if own_sanction(user.pk, pk) is None:
        raise Http404
    refusal: DomainError | None = None
    text = request.POST.get("text", "")
    if request.method == "POST":
        try:
            write_appeal(sanction_pk=pk, user=user, text=text, now=timezone.now())
            return redirect("appeal", pk)
        except DomainError as error:
            refusal = error
    sanction = own_sanction(user.pk, pk)
    if sanction is None:
        raise Http404
    context = _thread(sanction) | {"refusal": refusal, "typed": text}
    status = 200 if refusal is None else status_of(refusal)
    return with_retry(render(request, "games/appeal.html", context, status=status), refusal)


def _thread(sanction: Sanction) -> dict[str, Any]:
    thread = getattr(sanction, "appeal", None)
    return {
        "sanction": sanction,
        "sentence": sentence_of(sanction),
        "appeal": thread,
        "messages_of": [] if thread is None else list(thread.messages.all()),
        "moderator": _("Moderator"),
        "most": MESSAGE_LENGTH_MAX,
    }


def _whoever(request: HttpRequest) -> User | None:
    """Return who is signed in, or who has just proven to be somebody that is shut out."""
    if isinstance(request.user, User):
        return request.user
    return User.objects.filter(pk=request.session.get(HELD_USER, 0), is_active=False).first()
