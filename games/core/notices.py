"""What people are told of, on which channels, and when they want to be left alone. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from enum import StrEnum

from games.core.pace import Pace

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Event(StrEnum):
    """What somebody can be told of."""

    YOUR_TURN = "your_turn"
    TIME_SHORT = "time_short"
    GAME_OVER = "game_over"
    INVITATION = "invitation"
    CHAT = "chat"
    AWAY = "away"
    LADDER = "ladder"
    MODERATION = "moderation"


class Channel(StrEnum):
    """Where somebody is told."""

    BELL = "bell"
    EMAIL = "email"
    PUSH = "push"


_ALL = frozenset(Channel)
_HERE = frozenset({Channel.BELL})

DEFAULTS: Mapping[Event, frozenset[Channel]] = {
    Event.YOUR_TURN: _ALL,
    Event.TIME_SHORT: _ALL,
    Event.GAME_OVER: _ALL,
    Event.INVITATION: _ALL,
    Event.CHAT: _HERE,
    Event.AWAY: _HERE,
    Event.LADDER: _HERE,
    Event.MODERATION: frozenset({Channel.BELL, Channel.EMAIL}),
}
"""The channels of each event until somebody chooses otherwise."""

HOURS = tuple((f"{hour}", f"{hour:02d}:00") for hour in range(24))
"""The hours of a day: as a number, and as the clock on the wall shows them."""

DIGEST_AT = time(18)
"""When the daily mail comes until somebody chooses otherwise, by the clock on his wall."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """The hours in which nothing is sent, by the clock on somebody's wall.

    Attributes:
        begins, ends: the end may be on the next day; equal times mean no quiet at all.
    """

    begins: time
    ends: time

    def until(self, now: datetime, zone: tzinfo) -> datetime | None:
        """Return when the quiet ends in which `now` lies; None outside of it."""
        local = now.astimezone(zone)
        wall = local.time()
        if self.begins == self.ends:
            return None
        if self.begins < self.ends:
            is_quiet, days = self.begins <= wall < self.ends, 0
        else:
            is_quiet, days = wall >= self.begins or wall < self.ends, int(wall >= self.begins)
        if not is_quiet:
            return None
        ends = at_wall(local, days, self.ends)
        return ends if ends > now else None


def at_wall(local: datetime, days: int, wall: time) -> datetime:
    """Return the moment when the clock on the wall shows a time, some days after a local moment.

    A time that a night leaves out comes later by as much as the clock is put forward; of one that
    comes twice the first counts. The answer is in UTC.
    """
    day = (local + timedelta(days=days)).date() if days else local.date()
    moment = datetime.combine(day, wall, tzinfo=local.tzinfo).replace(fold=0)
    return moment.astimezone(UTC)


def next_digest(now: datetime, wall: time, zone: tzinfo) -> datetime:
    """Return the first moment after `now` at which the daily mail is due."""
    local = now.astimezone(zone)
    today = at_wall(local, 0, wall)
    return today if today > now else at_wall(local, 1, wall)


def reminders(pace: Pace, whole: timedelta) -> tuple[timedelta, ...]:
    """Return how long before the end of a turn the player is reminded, longest first.

    Two reminders, because one is swiped away; under a fast pace none would come in time. Both come
    in the second half of the turn, so that the news of a turn is not followed by a reminder.

    Args:
        whole: all the time that there is in this turn, the bank included.
    """
    if not pace.is_timed or pace.allowance + pace.bank < DAY:
        return ()
    return min(DAY, whole / 2), min(2 * HOUR, whole / 12)
