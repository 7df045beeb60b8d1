"""The chat in the admin: to read and to judge, not to change. Private notes have no admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest

from games.admin.paging import FastList
from games.models import ChatLine, Game, Player, Report, Room


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
class ChatLineAdmin(FastList):
    """Find what was said, by whom and where."""

    list_display = ("created_at", "author", "text", "game", "room", "is_hidden")
    list_filter = ("room", "is_hidden")
    list_select_related = ("author", "game")
    person_fields: ClassVar = ("author",)
    game_field = "game__public_id"
    exclude = ("key",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """Leave out what the moderator may not read as a player."""
        found: QuerySet[ChatLine] = super().get_queryset(request)
        return found.exclude(barred_from(request.user.pk or 0, "game"), room=Room.STANDS)

    def view_on_site(self, line: Model) -> str:
        """Return the address of the table."""
        return line.game.get_absolute_url() if isinstance(line, ChatLine) else ""


@admin.register(Report)
class ReportAdmin(FastList):
    """Find what was reported, with the evidence as it was then."""

    list_display = ("created_at", "suspect", "category", "reporter", "is_open")
    list_filter = ("is_open", "category")
    list_select_related = ("suspect", "reporter")
    person_fields: ClassVar = ("suspect", "reporter")
    game_field = "game__public_id"
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out what the moderator may not read as a player."""
        found: QuerySet[Report] = super().get_queryset(request)
        return found.exclude(
            barred_from(request.user.pk or 0, "line__game"), line__room=Room.STANDS
        )
