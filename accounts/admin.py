"""Accounts in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """People and bots; a bot's key is fixed by the program that plays it."""

    list_display = ("username", "email", "bot_key", "is_active", "is_staff", "date_joined")
    list_filter = (*UserAdmin.list_filter, ("bot_key", admin.EmptyFieldListFilter))
    readonly_fields = ("bot_key", "last_login", "date_joined")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (
            _("On this site"),
            {"fields": ("bot_key", "theme", "palette", "marks", "language", "time_zone")},
        ),
        (_("At the table"), {"fields": ("asks_before_play", "has_letter_keys", "has_sounds")}),
    )
