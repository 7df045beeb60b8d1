"""The chat in the admin: to read and to judge, not to change. Private notes have no admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest

from games.admin.games import LookOnly
from games.models import ChatLine, ChatReport, Game, Player, Room


def barred_from(user_id: int, game: str) -> Q:
    """Return the condition on rows about spectators' lines of running games that the user plays.

    A moderator who plays reads no more than any other player.

    Args:
        game: how the row names its game, e.g. ``line__game``.
    """
    seat = Player.objects.filter(
        game=OuterRef(game), user_id=user_id, game__status=Game.Status.RUNNING
    )
    return Q(Exists(seat))


@admin.register(ChatLine)
class ChatLineAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Find what was said, by whom and where."""

    list_display = ("created_at", "author", "text", "game", "room", "is_hidden")
    list_filter = ("room", "is_hidden")
    list_select_related = ("author", "game")
    search_fields = ("author__username", "game__public_id")
    exclude = ("key",)
    ordering = ("-id",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """Leave out what the moderator may not read as a player."""
        found: QuerySet[ChatLine] = super().get_queryset(request)
        return found.exclude(barred_from(request.user.pk or 0, "game"), room=Room.STANDS)

    def view_on_site(self, line: Model) -> str:
        """Return the address of the table."""
        return line.game.get_absolute_url() if isinstance(line, ChatLine) else ""


@admin.register(ChatReport)
class ChatReportAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Find what was reported, with the lines as they were then."""

    list_display = ("created_at", "suspect", "category", "reporter", "is_open")
    list_filter = ("is_open", "category")
    list_select_related = ("suspect", "reporter")
    search_fields = ("suspect__username", "reporter__username")
    ordering = ("-id",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out what the moderator may not read as a player."""
        found: QuerySet[ChatReport] = super().get_queryset(request)
        return found.exclude(
            barred_from(request.user.pk or 0, "line__game"), line__room=Room.STANDS
        )
