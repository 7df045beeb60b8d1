"""Accounts in the admin."""

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
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


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class FactorAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Second factors, without their secrets: removed for whoever has lost his, never changed."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("=user__username",)
    search_help_text = _("The whole user name")
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody but the owner sets one up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nothing in it can be changed."""
        return False
