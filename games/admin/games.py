"""A browser of games that may pause them. Hands are seen by a logged look alone."""

from typing import ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import URLPattern

from games.admin.look_only import LookOnly
from games.admin.paging import FastList
from games.admin.pausing import PausingAdmin
from games.admin.reveal import RevealAdmin
from games.models import Game, Pause, Player, Ply


class PlayerInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who sits at the table."""

    model = Player
    fields = ("seat", "user", "score", "hand_count", "has_left", "place", "is_winner")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Fetch the users along, not one by one."""
        found: QuerySet[Player] = super().get_queryset(request)
        return found.select_related("user")


class PlyInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The log, as everybody may read it."""

    model = Ply
    fields = ("number", "seat", "move", "points", "total", "is_automatic", "played_at")


class PauseInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]
    """When the clock stood, by whose word and why."""

    model = Pause
    fk_name = "game"
    fields = ("kind", "by", "reason", "began_at", "until", "ended_at", "ended_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pause]:
        """Fetch who stopped and started it along, not one by one."""
        found: QuerySet[Pause] = super().get_queryset(request)
        return found.select_related("by", "ended_by")


@admin.register(Game)
class GameAdmin(PausingAdmin, RevealAdmin, FastList):
    """Find a game and read its public facts; stop its clock."""

    list_display = ("public_id", "status", "ruleset_key", "version", "moved_at", "bot_tries")
    list_filter = ("status",)  # the keys of all games would have to be read from end to end
    person_fields: ClassVar = ("players__user",)
    game_field = "public_id"
    ordering = ("-id",)
    actions = PausingAdmin.ACTIONS
    change_form_template = "admin/games/game.html"
    inlines = (PlayerInline, PauseInline, PlyInline)

    def get_urls(self) -> list[URLPattern]:
        """Return the usual addresses and the one of the logged look at the hands."""
        return [*self.reveal_urls(), *super().get_urls()]

    def view_on_site(self, game: Model) -> str:
        """Return the address of the table."""
        return game.get_absolute_url() if isinstance(game, Game) else ""
