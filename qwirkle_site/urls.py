"""Mounts the rooms: accounts, games, admin."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.views.limits import too_fast
from games.views.operations import operations

admin.site.site_header = admin.site.site_title = settings.SITE_NAME
# The admin's sign-in goes through allauth's, with its limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler429 = too_fast  # what allauth answers when its rates are used up

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("admin/operations/", operations, name="operations"),
    path("admin/", admin.site.urls),
]
