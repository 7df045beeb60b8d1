"""Store what somebody lets others see."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.forms.privacy import PrivacyForm
from games.services.privacy import save_privacy


@require_POST
@login_required
def privacy_choose(request: HttpRequest) -> HttpResponse:
    """Store all switches. Fields: statistics, invitations, shows_presence ("on" or left out)."""
    form = PrivacyForm(request.POST)
    if form.is_valid() and isinstance(request.user, User):
        save_privacy(user=request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("That did not work. Choose one of the answers shown."))
    return redirect(f"{reverse('settings')}#privacy")
