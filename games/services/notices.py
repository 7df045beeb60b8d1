"""Write down what somebody is to be told of. Channels come later, each as a row of its own."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from games import outbox
from games.core.elo import SCALE
from games.core.notices import Event
from games.core.types import Seat
from games.models import Challenge, Game, Notice, RatingShift, Recalculation, Vacation
from games.selectors.vacations import PAUSING
from games.services.locking import LockedGame

TURN_EVENTS = (Event.YOUR_TURN, Event.TIME_SHORT)
TOLD_WITH_THE_GAME = (Event.YOUR_TURN, Event.GAME_OVER)
"""Their game is announced to its players anyway, and their bells with it."""


def tell(
    users: Iterable[User],
    event: Event,
    *,
    key: str,
    now: datetime,
    game: Game | None = None,
    challenge: Challenge | None = None,
    **facts: Any,
) -> None:
    """Tell these users of one happening; the same key tells it once. Bots are told nothing.

    Args:
        key: names the happening among all that this user hears of, as in "turn:17:4".
        facts: public facts for its sentence: ``actor`` (a name), ``sentence``, ``path``.

    Lock: call inside the transaction that makes it happen.
    """
    people = [user for user in users if not user.is_bot and user.is_active]
    if not people:
        return
    Notice.objects.bulk_create(
        [
            Notice(
                user=user,
                event=event,
                key=key,
                game=game,
                game_version=None if game is None else game.version,
                challenge=challenge,
                facts=facts,
                created_at=now,
            )
            for user in people
        ],
        ignore_conflicts=True,
    )
    if event not in TOLD_WITH_THE_GAME:
        outbox.announce_users([user.pk for user in people])
    outbox.announce_notices()


def tell_turn(table: LockedGame, now: datetime) -> None:
    """Tell the player to move that it is his turn. Lock: the caller holds the game."""
    game, seat = table.game, table.game.to_move
    if seat is not None:
        tell(
            [table.players[seat].user],
            Event.YOUR_TURN,
            key=f"turn:{game.pk}:{game.version}",
            now=now,
            game=game,
        )


def tell_over(table: LockedGame, now: datetime) -> None:
    """Tell all players that their game is over. Lock: the caller holds the game."""
    users = [player.user for player in table.players]
    tell(users, Event.GAME_OVER, key=f"over:{table.game.pk}", now=now, game=table.game)


def tell_invited(challenge: Challenge, invited: Iterable[User], now: datetime) -> None:
    """Tell these users that they are invited. Lock: call inside the transaction of the offer."""
    key, actor = f"offer:{challenge.pk}", challenge.host.get_username()
    tell(invited, Event.INVITATION, key=key, now=now, challenge=challenge, actor=actor)


def tell_challenged(challenge: Challenge, person: User, now: datetime) -> None:
    """Tell somebody that he is challenged on a ladder.

    Lock: call inside the transaction of the challenge.
    """
    tell(
        [person],
        Event.INVITATION,
        key=f"offer:{challenge.pk}",
        now=now,
        challenge=challenge,
        actor=challenge.host.get_username(),
        is_ladder=True,
        path=reverse("ladder", args=[challenge.ladder]),
    )


def note_answered(challenge: Challenge, now: datetime, user: User | None = None) -> None:
    """Mark an invitation as read for whoever has answered it; for all when the offer is closed."""
    notices = Notice.objects.filter(challenge=challenge, read_at__isnull=True)
    if user is not None:
        notices = notices.filter(user=user)
    notices.update(read_at=now)


def tell_away(vacation: Vacation, now: datetime) -> None:
    """Tell those who play with somebody that his vacation has begun, or ended.

    Lock: call inside the transaction in which that happens.
    """
    user, is_back = vacation.user, vacation.ended_at is not None
    games = Game.objects.filter(
        players__user=user, status=Game.Status.RUNNING, allows_vacation=True, pace__in=PAUSING
    )
    others = User.objects.filter(players__game__in=games).exclude(pk=user.pk).distinct()
    key = f"away:{vacation.pk}:{'end' if is_back else 'begin'}"
    tell(others, Event.AWAY, key=key, now=now, actor=user.get_username(), is_back=is_back)


def tell_recalculated(run: Recalculation, shifts: Iterable[RatingShift], now: datetime) -> None:
    """Tell people whose rating, in whole points, a recalculation has changed.

    Args:
        shifts: with their users.

    Lock: call inside the transaction that notes who has been told.
    """
    points = [(one.user, round(one.before / SCALE), round(one.after / SCALE)) for one in shifts]
    told = [
        Notice(
            user=user,
            event=Event.LADDER,
            key=f"recalculation:{run.pk}",
            facts={"kind": "recalculated", "pool": run.pool, "before": before, "after": after},
            created_at=now,
        )
        for user, before, after in points
        if before != after and user.is_active and not user.is_bot
    ]
    Notice.objects.bulk_create(told, ignore_conflicts=True)
    if told:
        outbox.announce_users([notice.user_id for notice in told])
        outbox.announce_notices()


def tell_line(game: Game, author: User, readers: Iterable[User], now: datetime) -> None:
    """Tell the others at the table of a new line; one unread notice stands for any number.

    Lock: call inside the transaction of the line.
    """
    told = set(
        Notice.objects.filter(game=game, event=Event.CHAT, read_at__isnull=True).values_list(
            "user_id", flat=True
        )
    )
    users = [reader for reader in readers if reader.pk not in told]
    key = f"chat:{game.pk}:{now.timestamp():.3f}"
    tell(users, Event.CHAT, key=key, now=now, game=game, actor=author.get_username())


def note_turn_taken(table: LockedGame, seat: Seat, now: datetime) -> None:
    """Mark as read that it was this seat's turn: its player knows. Lock: holds the game."""
    player = table.players[seat]
    if not player.user.is_bot:
        notices = _unread(player.user_id).filter(game=table.game)
        notices.filter(event__in=TURN_EVENTS).update(read_at=now)


def mark_read(
    *, user_id: int, now: datetime, game: Game | None = None, notice_pk: int | None = None
) -> int:
    """Mark notices as read: all, those of one game, or one; return how many."""
    notices = _unread(user_id)
    if game is not None:
        notices = notices.filter(game=game)
    if notice_pk is not None:
        notices = notices.filter(pk=notice_pk)
    return notices.update(read_at=now)


def _unread(user_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(user_id=user_id, read_at__isnull=True)
