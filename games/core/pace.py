"""How much time a game gives: the paces on offer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

NONE = timedelta()
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time a player has.

    Attributes:
        key: short name, stored with games and offers.
        allowance: time for each turn, anew every turn.
        bank: time for all turns together, spent when the allowance of a turn is used up.
        increment: what comes into the bank after each own turn.
        cap: the most that an increment fills the bank up to; None for no limit.
        rests_on_weekends: whether Saturdays and Sundays count not at all, in the mover's zone.
        is_timed: whether there is a clock at all.
        allows_vacation: whether the clock may stand while a player is away.
        gift: what an opponent gives the one to move at a time.
    """

    key: str
    allowance: timedelta = NONE
    bank: timedelta = NONE
    increment: timedelta = NONE
    cap: timedelta | None = None
    rests_on_weekends: bool = False
    is_timed: bool = True
    allows_vacation: bool = True
    gift: timedelta = DAY


UNTIMED = Pace("none", is_timed=False, allows_vacation=False)
RELAXED = Pace("relaxed", allowance=3 * DAY, bank=7 * DAY)
STEADY = Pace("steady", bank=2 * DAY, increment=12 * HOUR, cap=5 * DAY)
DAILY = Pace("daily", allowance=DAY, bank=3 * DAY)
WEEKEND = Pace("weekend", allowance=2 * DAY, rests_on_weekends=True)
LIVE = Pace(
    "live",
    bank=timedelta(minutes=10),
    increment=timedelta(seconds=15),
    allows_vacation=False,
    gift=timedelta(minutes=1),
)

PACES: Mapping[str, Pace] = {
    pace.key: pace for pace in (RELAXED, STEADY, DAILY, WEEKEND, LIVE, UNTIMED)
}
"""By key, in the order in which they are offered."""
