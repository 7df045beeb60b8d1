"""Find a game by its address, and one's seat in it. Knows no rules, so sockets may ask it."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.core.types import Seat
from games.models import Game, Notice, Player


def visible(viewer_id: int | None, game: str = "") -> Q:
    """Return the condition on games that this viewer may know of: the one place that decides it.

    Anybody may watch a public game; a private one is there for its players only, during and after.

    Args:
        viewer_id: primary key of the user who looks; None for a visitor.
        game: the way from the row asked about to the game, like ``game__``.
    """
    public = Q(**{f"{game}is_private": False})
    if viewer_id is None:
        return public
    key = f"{game.removesuffix('__')}_id" if game else "pk"
    seats = Player.objects.filter(game_id=OuterRef(key), user_id=viewer_id)
    return public | Q(Exists(seats))


def games_seen_by(viewer_id: int | None) -> QuerySet[Game]:
    """Return the games that this viewer may know of; see `visible`."""
    return Game.objects.filter(visible(viewer_id))


def find_game(public_id: str, viewer_id: int | None) -> Game | None:
    """Return the game of this address, if there is one for this viewer; see `visible`."""
    return games_seen_by(viewer_id).filter(public_id=public_id).first()


def seat_of(game: Game, user_id: int | None) -> Seat | None:
    """Return the user's seat in this game, or None for somebody who only watches."""
    if user_id is None:
        return None
    return game.players.filter(user_id=user_id).values_list("seat", flat=True).first()


def own_facts(game: Game, user_id: int) -> dict[str, bool]:
    """Return what the page of a game asks about the user himself; one query.

    ``is_first_game``: whether he has never made a move in any other. ``has_unread``: whether he has
    not seen all that he was told of this one.
    """
    moved = Player.objects.filter(user_id=user_id, has_moved=True).exclude(game=game)
    unread = Notice.objects.filter(user_id=user_id, game=game, read_at__isnull=True)
    found = User.objects.filter(pk=user_id).values_list(Exists(moved), Exists(unread)).get()
    return {"is_first_game": not found[0], "has_unread": bool(found[1])}
