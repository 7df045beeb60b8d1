"""Routes of the accounts; allauth's own are mounted at /accounts/."""

from django.urls import path

from accounts.views import addresses, deletion, names, security, settings

urlpatterns = [
    path("settings/", settings.settings, name="settings"),
    path("settings/zone/", settings.time_zone, name="time_zone"),
    path("settings/language/", settings.language, name="language"),
    path("settings/vacation/", settings.auto_vacation, name="auto_vacation"),
    path("settings/palette/", settings.palette_offer, name="palette_offer"),
    path("settings/name/", names.user_name, name="user_name"),
    path("settings/sessions/", security.sessions, name="sessions"),
    path("settings/sessions/end/", security.session_end, name="session_end"),
    path("settings/sessions/end-others/", security.sessions_end, name="sessions_end"),
    path("settings/staff/", security.staff_factor, name="staff_factor"),
    path("settings/delete/", deletion.account_delete, name="account_delete"),
    path("settings/delete/keep/", deletion.account_keep, name="account_keep"),
    path("address/undo/<str:token>/", addresses.address_undo, name="address_undo"),
    path("display/", settings.display, name="display"),
]
