"""What one user may read of a game's chat, and what he keeps about a game.

Who reads what. The paper gives spectators a room of their own and names no right of theirs to the
players' room, so the table's chat is its players' own, also after the end: what people say to each
other over a game is not said to everybody. Players of a running game neither read nor write among
the spectators, who see more boards and may talk about tiles; once nothing can be given away, they
may join them. Both rooms are for people who are signed in: an account can be muted, reported and
limited, a passer-by cannot. A private game has no spectators, so it has no room for them.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Block, ChatLine, ChatMute, ChatRead, Game, Note, Room, Sanction
from games.selectors.game import seat_of
from games.selectors.sanctions import held_by, is_under

type ChatView = dict[str, Any]

OPEN_AFTER_END = timedelta(days=7)
"""So long both rooms stay open for a last word and a rematch; then they can only be read. Most
harassment comes after a game, so they do not stay open for ever."""

LINES_MAX = 100
"""The newest lines that one answer holds; a page leads to the earlier ones."""


def rooms_for(game: Game, *, is_player: bool, is_member: bool) -> tuple[Room, ...]:
    """Return the rooms that somebody may enter, his own first.

    Args:
        is_player: whether he has a seat; one who left the game is still a player of it.
        is_member: whether he is signed in.
    """
    if not is_member:
        return ()
    if not is_player:
        return () if game.is_private else (Room.STANDS,)
    return (Room.TABLE,) if game.is_running or game.is_private else (Room.TABLE, Room.STANDS)


def rooms_of(game: Game, user_id: int | None) -> tuple[Room, ...]:
    """Return the rooms that this user may enter, none under a ban from chat; two queries."""
    if is_under(user_id, Sanction.Kind.BAN_CHAT):
        return ()
    is_player = seat_of(game, user_id) is not None
    return rooms_for(game, is_player=is_player, is_member=user_id is not None)


def is_chat_open(game: Game, now: datetime) -> bool:
    """Return whether anybody may still say something."""
    return game.finished_at is None or now < game.finished_at + OPEN_AFTER_END


def newest_numbers(game: Game, rooms: tuple[Room, ...]) -> dict[str, int]:
    """Return the number of the newest line of each room; rooms without one are left out."""
    lines = ChatLine.objects.filter(game=game, room__in=rooms, is_shadow=False).order_by()
    return dict(lines.values_list("room").annotate(Max("number")))


def unwanted_by(user_id: int) -> Q:
    """Return the condition on lines whose author this user does not want to hear.

    The one place that decides it: the people muted and those blocked.
    """
    mutes = ChatMute.objects.filter(user_id=user_id, person_id=OuterRef("author_id"))
    blocks = Block.objects.filter(user_id=user_id, person_id=OuterRef("author_id"))
    return Q(Exists(mutes)) | Q(Exists(blocks))


def listeners(game: Game, author_id: int) -> list[User]:
    """Return the other players of a game who want to hear what this one says at its table."""
    here = ChatMute.objects.filter(user_id=OuterRef("pk"), game=game)
    author = ChatMute.objects.filter(user_id=OuterRef("pk"), person_id=author_id)
    blocks = Block.objects.filter(user_id=OuterRef("pk"), person_id=author_id)
    players = User.objects.people().filter(players__game=game).exclude(pk=author_id)
    return list(players.exclude(Exists(here)).exclude(Exists(author)).exclude(Exists(blocks)))


def chat_view(
    game: Game, user_id: int, room: Room, now: datetime, *, after: int = 0, before: int = 0
) -> ChatView:
    """Return one room as one user reads it; two queries.

    ``is_banned``: under a ban from chat he should be shown none of it.

    Args:
        user_id: a user who may enter the room.
        after: only lines with a larger number.
        before: only lines with a smaller number; 0 for all.

    ``last`` is the number of the newest line that was looked at, shown or not; ``unread`` counts
    those lines of others that this user has not seen; ``earlier`` is what to ask ``before`` for
    the lines left out at the beginning, or 0; ``muted`` names the authors who are left out;
    ``note`` is the user's own note on the game.
    """
    marks = marks_of(game, user_id, room)
    rows = _rows(game, user_id, room, after, before)
    shown = [] if marks["is_muted"] else [row for row in rows if not row.is_unwanted]
    unread = [row for row in shown if row.number > marks["read"] and row.author_id != user_id]
    return {
        "id": game.public_id,
        "room": room,
        "is_open": is_chat_open(game, now),
        "is_banned": marks["is_banned"],
        "is_muted": marks["is_muted"],
        "note": marks["note"],
        "lines": [_line(row, user_id) for row in shown],
        "last": rows[-1].number if rows else after,
        "read": marks["read"],
        "unread": len(unread),
        "earlier": rows[0].number if rows and rows[0].number > after + 1 else 0,
        "muted": sorted({_name(row) for row in rows if row.is_unwanted}),
    }


def marks_of(game: Game, user_id: int, room: Room) -> dict[str, Any]:
    """Return what a user keeps about a game: ``read``, ``is_muted`` and his own ``note``.

    ``is_banned``: whether he is under a ban from chat.
    """
    read = ChatRead.objects.filter(user=OuterRef("pk"), game=game, room=room).values("number")
    note = Note.objects.filter(author=OuterRef("pk"), game=game).values("text")
    muted = ChatMute.objects.filter(user=OuterRef("pk"), game=game)
    banned = held_by("pk", Sanction.Kind.BAN_CHAT)
    found = (
        User.objects.filter(pk=user_id)
        .values_list(Subquery(read), Exists(muted), Subquery(note), banned)
        .get()
    )
    read_to, is_muted, text, is_banned = found
    return {
        "read": read_to or 0,
        "is_muted": is_muted,
        "note": text or "",
        "is_banned": bool(is_banned),
    }


def find_line(game: Game, room: Room, number: int) -> ChatLine | None:
    """Return a line that somebody wrote and no moderator hid."""
    lines = ChatLine.objects.filter(
        game=game, room=room, number=number, is_hidden=False, is_shadow=False
    )
    return lines.exclude(author=None).select_related("author").first()


def _rows(game: Game, user_id: int, room: Room, after: int, before: int) -> list[Any]:
    """Return the newest `LINES_MAX` of the lines asked for, oldest first."""
    heard = Q(is_shadow=False) | Q(author_id=user_id)
    lines: QuerySet[ChatLine] = ChatLine.objects.filter(
        heard, game=game, room=room, number__gt=after
    )
    if before:
        lines = lines.filter(number__lt=before)
    newest = (
        lines.select_related("author")
        .annotate(is_unwanted=unwanted_by(user_id))
        .order_by("-number")[:LINES_MAX]
    )
    return list(newest)[::-1]


def _line(row: ChatLine, user_id: int) -> dict[str, Any]:
    return {
        "number": row.number,
        "name": _name(row),
        "text": "" if row.is_hidden else row.text,
        "is_hidden": row.is_hidden,
        "is_yours": row.author_id == user_id,
        "at": row.created_at,
    }


def _name(row: ChatLine) -> str:
    return "" if row.author is None else row.author.get_username()
