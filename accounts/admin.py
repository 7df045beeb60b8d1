"""Accounts in the admin."""

from functools import cached_property
from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

COUNTED_MAX = 2_000
"""A list leads to so many rows; who looks for others searches."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg,unused-ignore]
    """Counts no further than `COUNTED_MAX`."""

    @cached_property
    def count(self) -> int:
        """Return how many rows there are, at most `COUNTED_MAX`."""
        rows: Any = self.object_list
        return len(rows.order_by()[:COUNTED_MAX].values_list("pk"))


class WholeWordSearch:
    """Searching a long list means a whole word in any case, which an index finds."""

    paginator: Any = BoundedPaginator
    show_full_result_count = False
    search_help_text: Any = _("A whole user name or address")

    def get_search_results(
        self, _request: HttpRequest, rows: QuerySet[Any], term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that `found` gives; all for no word, none for what no database takes."""
        word = term.strip().lower()
        if not word:
            return rows, False
        return (self.found(rows, word) if word.isprintable() else rows.none()), False

    def found(self, rows: QuerySet[Any], word: str) -> QuerySet[Any]:
        """Return the rows that this word, in lower case, means."""
        raise NotImplementedError


@admin.register(User)
class AccountAdmin(WholeWordSearch, UserAdmin):  # type: ignore[type-arg]
    """People and bots; a bot's key is fixed by the program that plays it."""

    list_display = ("username", "email", "bot_key", "is_active", "is_staff", "date_joined")
    list_filter = ("groups",)  # flags have no index, and would be read from end to end
    readonly_fields = ("bot_key", "last_login", "date_joined")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (
            _("On this site"),
            {"fields": ("bot_key", "theme", "palette", "marks", "language", "time_zone")},
        ),
        (_("At the table"), {"fields": ("asks_before_play", "has_letter_keys", "has_sounds")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody: an account ends by its owner's word, and its opponents keep their games."""
        return False

    def found(self, rows: QuerySet[Any], word: str) -> QuerySet[Any]:
        """Return who has this name or address."""
        return rows.filter(pk__in=_called(word))


def _called(word: str) -> list[int]:
    """Return the keys of whoever has this name or address, in lower case."""
    names = User.objects.annotate(folded=Lower("username")).filter(folded=word)
    owners = User.objects.annotate(folded=Lower("email")).exclude(email="").filter(folded=word)
    return [*names.values_list("pk", flat=True), *owners.values_list("pk", flat=True)]


admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class AddressAdmin(WholeWordSearch, EmailAddressAdmin):  # type: ignore[misc,unused-ignore]
    """allauth's list of addresses, which would count and search all of them."""

    list_filter = ()
    list_select_related = ("user",)

    def found(self, rows: QuerySet[Any], word: str) -> QuerySet[Any]:
        """Return the addresses of who has this name or address, and this address itself."""
        owners = EmailAddress.objects.filter(email=word).values_list("user_id", flat=True)
        return rows.filter(user_id__in=[*_called(word), *owners])


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class FactorAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Second factors, without their secrets: removed for whoever has lost his, never changed."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("=user__username",)
    search_help_text = _("The whole user name")
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    paginator = BoundedPaginator
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody but the owner sets one up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nothing in it can be changed."""
        return False
