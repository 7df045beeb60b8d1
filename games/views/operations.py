"""The page of those who keep the site running, under the admin."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.selectors.operations import operations as state_of_things


@admin.site.admin_view
@require_safe
def operations(request: HttpRequest) -> HttpResponse:
    """Show what should have happened by now and has not."""
    context = {
        **admin.site.each_context(request),
        "title": _("Operations"),
        "ops": state_of_things(timezone.now()),
    }
    return render(request, "admin/operations.html", context)
