"""Say something, look away, note what was read."""

import re
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from games import outbox
from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.core.plaintext import plain_text
from games.models import ChatLine, ChatMute, ChatRead, Game, Room, Sanction
from games.models.chat import LINE_LENGTH_MAX
from games.selectors.blocks import has_blocked
from games.selectors.chat import is_chat_open, listeners, rooms_of
from games.selectors.game import games_seen_by
from games.selectors.sanctions import is_under
from games.services.bans import refuse_muted
from games.services.flood import Rate, refuse_flood
from games.services.notices import tell_line
from games.services.retry import retried

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Form of an idempotency key: what a client makes for one intent."""

LINE_RATES: tuple[Rate, ...] = ((timedelta(minutes=1), 10), (timedelta(hours=1), 60))
"""How many lines one author may say, in all rooms together."""


@retried
def say(*, public_id: str, user: User, room: Room, text: str, key: str, now: datetime) -> ChatLine:
    """Add one line to a room and tell those who are in it; the same key says it once.

    Raises:
        BadRequestError: ``bad_request``, ``bad_character``, ``empty_text``, ``text_too_long``.
        DomainError: ``no_such_game``.
        NotAllowedError: ``not_your_room``, ``muted``.
        ConflictError: ``chat_closed``, ``too_fast``, ``key_reused``.

    Lock: the game's row, so that numbers are given in the order of the commits, then the author's,
    so that two lines at once cannot both be the tenth of a minute.
    """
    if not KEY.fullmatch(key):
        raise BadRequestError("bad_request", "The line came without a usable key; reload the page.")
    text = plain_text(text, most=LINE_LENGTH_MAX)
    with transaction.atomic(durable=True):
        game = _lock_game(public_id, user.pk)
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        repeated = ChatLine.objects.filter(author=user, key=key).first()
        if repeated is not None:
            if (repeated.game_id, repeated.room, repeated.text) != (game.pk, room, text):
                raise ConflictError("key_reused", "This line was sent before; reload the page.")
            return repeated
        refuse_muted(user, now)
        refuse_stranger(game, user, room)
        if not is_chat_open(game, now):
            raise ConflictError("chat_closed", "This chat is closed: the game ended a week ago.")
        refuse_flood(ChatLine.objects.filter(author=user), LINE_RATES, now)
        line = ChatLine.objects.create(
            game=game,
            room=room,
            number=_last_number(game, room) + 1,
            author=user,
            text=text,
            key=key,
            is_shadow=is_under(user.pk, Sanction.Kind.SHADOW_MUTE, now),
            created_at=now,
        )
        if line.is_shadow:
            return line
        outbox.announce_chat(game, room, line.number)
        if room == Room.TABLE:
            tell_line(game, user, listeners(game, user.pk), now)
        return line


@retried
def mute_game(*, game: Game, user: User, is_muted: bool) -> None:
    """Hide a game's chat from this user, or show it again."""
    if is_muted:
        ChatMute.objects.get_or_create(user=user, game=game)
    else:
        ChatMute.objects.filter(user=user, game=game).delete()


@retried
def mute_person(*, name: str, user: User, is_muted: bool) -> None:
    """Hide what one person says, in every chat, or show it again. He is not told.

    Raises:
        DomainError: ``no_such_player``.
        BadRequestError: ``bad_request``, one cannot mute oneself.
        ConflictError: ``still_blocked``, who is blocked cannot be heard.
    """
    person = User.objects.filter(username__iexact=name).first() if name.isprintable() else None
    if person is None:
        raise DomainError("no_such_player", "There is no player of this name.")
    if person.pk == user.pk:
        raise BadRequestError("bad_request", "These are your own lines.")
    if is_muted:
        ChatMute.objects.get_or_create(user=user, person=person)
    elif has_blocked(user.pk, person.pk):
        raise ConflictError("still_blocked", "You have blocked this player. Unblock him first.")
    else:
        ChatMute.objects.filter(user=user, person=person).delete()


@retried
def note_read(*, game: Game, user: User, room: Room, number: int) -> None:
    """Remember that this user has seen the lines up to this one; never goes back.

    Raises:
        NotAllowedError: ``not_your_room``.
    """
    refuse_stranger(game, user, room)
    number = min(number, _last_number(game, room))
    mark = ChatRead.objects.filter(user=user, game=game, room=room)
    if number and not mark.exists():
        # Two windows may be the first at once; the second insert is no mistake.
        ChatRead.objects.bulk_create(
            [ChatRead(user=user, game=game, room=room, number=number)], ignore_conflicts=True
        )
    mark.filter(number__lt=number).update(number=number)


def _lock_game(public_id: str, user_id: int) -> Game:
    found = games_seen_by(user_id).select_for_update(of=("self",), no_key=True)
    game = found.filter(public_id=public_id).first()
    if game is None:
        raise DomainError("no_such_game", "There is no such game.")
    return game


def refuse_stranger(game: Game, user: User, room: Room) -> None:
    """Refuse whoever may not enter a room.

    Raises:
        NotAllowedError: ``not_your_room``.
    """
    if room not in rooms_of(game, user.pk):
        raise NotAllowedError(
            "not_your_room", "Players and spectators of a running game talk apart."
        )


def _last_number(game: Game, room: Room) -> int:
    lines = ChatLine.objects.filter(game=game, room=room)
    return lines.aggregate(last=Max("number"))["last"] or 0
