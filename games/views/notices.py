"""The bell's page, and how somebody wants to be told."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.forms.notices import NoticesForm
from games.selectors.notices import find_notice, notice_path, notices_page
from games.services import notice_choices
from games.services.notices import mark_read

ID_DIGITS_MAX = 18


@require_safe
@login_required
@cache_control(private=True, no_store=True)
def notices(request: HttpRequest) -> HttpResponse:
    """Show what somebody was told of, newest first. Query: before (where a page goes on)."""
    before = request.GET.get("before", "")
    is_number = before.isascii() and before.isdecimal() and len(before) <= ID_DIGITS_MAX
    page = notices_page(request.user.pk or 0, before=int(before) if is_number else None)
    return render(request, "games/notices.html", {"page": page, "is_first": not is_number})


@require_safe
@login_required
@cache_control(private=True, no_store=True)
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Go to what a notice is about; it counts as read."""
    found = find_notice(request.user.pk or 0, pk)
    if found is None:
        raise Http404
    mark_read(user_id=found.user_id, now=timezone.now(), notice_pk=found.pk)
    return redirect(notice_path(found))


@require_POST
@login_required
def notices_read(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read."""
    mark_read(user_id=request.user.pk or 0, now=timezone.now())
    return redirect("notices")


@require_POST
@login_required
def notices_choose(request: HttpRequest) -> HttpResponse:
    """Store how somebody wants to be told; see `NoticesForm` for the fields."""
    form = NoticesForm(request.POST)
    if isinstance(request.user, User) and form.is_valid():
        now = timezone.now()
        notice_choices.save_choices(user=request.user, chosen=form.chosen())
        notice_choices.save_habits(user=request.user, now=now, **form.habits())
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("That did not work. Choose both ends of the quiet hours."))
    return redirect(f"{reverse('settings')}#notices")
