"""The site's own signs of life, and the time that players get back when it was away."""

import logging
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction

from games.core.clock import Clock
from games.core.weekend import counted
from games.models import Game, Heartbeat, Player
from games.selectors.clock import clock_of
from games.services.reminders import first_reminder

logger = logging.getLogger(__name__)

ROLE = "site"
STAMP_EVERY = timedelta(seconds=30)
OUTAGE = timedelta(minutes=5)
"""A longer silence of every process means that the site was down."""

LEAST_LEFT = timedelta(hours=12)
"""After an outage everybody has so much time left at least."""

_noted: dict[str, datetime] = {}
"""When this process last stamped, so that most requests need not ask the database."""


def note_alive(*, now: datetime) -> int:
    """Stamp that the site answers; after an outage, credit every running clock first.

    Call it before a deadline is judged. Whoever comes first after an outage does the work, the
    others wait for him. Returns how many clocks were credited.

    Raises:
        DatabaseError: the row could not be stamped; nothing was changed.
    """
    last = _noted.get(ROLE)
    if last is not None and timedelta() <= now - last < STAMP_EVERY:
        return 0
    with transaction.atomic(durable=True):
        Heartbeat.objects.get_or_create(role=ROLE, defaults={"beat_at": now})
        row = Heartbeat.objects.select_for_update().get(role=ROLE)
        credited = _credit(row.beat_at, now) if now - row.beat_at > OUTAGE else 0
        if now > row.beat_at:
            row.beat_at = now
            row.save(update_fields=["beat_at"])
    _noted[ROLE] = now
    return credited


def note_alive_quietly(*, now: datetime) -> None:
    """Do as `note_alive`; a database that is away is noticed by whoever needs it next."""
    try:
        note_alive(now=now)
    except DatabaseError as error:
        logger.warning("The site's sign of life was not stamped: %s", error)


def _credit(down_from: datetime, now: datetime) -> int:
    """Give every running clock the time of the outage back, and `LEAST_LEFT` at least."""
    games = list(Game.objects.select_for_update().filter(deadline_at__isnull=False).order_by("pk"))
    movers = {
        player.game_id: player
        for player in Player.objects.filter(game__in=games).select_related("user", "game")
        if player.seat == player.game.to_move
    }
    for game in games:
        clock = clock_of(game, movers[game.pk])
        if clock is not None and clock.since is not None:
            after = credited_clock(clock, down_from, now)
            game.clock_used, game.deadline_at = after.used, after.deadline()
            game.reminder_at = first_reminder(game)
    Game.objects.bulk_update(games, ["clock_used", "deadline_at", "reminder_at"], batch_size=500)
    logger.warning("The site was away from %s on; %s clocks were credited", down_from, len(games))
    return len(games)


def credited_clock(clock: Clock, down_from: datetime, now: datetime) -> Clock:
    """Return a running clock after an outage: none of it counts, and `LEAST_LEFT` is left.

    A clock that had run out before the outage stays as it was.
    """
    deadline = clock.deadline()
    if deadline is not None and deadline <= down_from:
        return clock
    since = clock.since or now
    lost = counted(max(since, down_from), now, clock.resting_zone)
    after = clock.credited(lost)
    return after.credited(max(timedelta(), LEAST_LEFT - after.left(now)))
