"""The clock of a turn, on explicit times: what is used, when the bank runs, when all is lost."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from games.core.pace import NONE, Pace
from games.core.weekend import counted, later

GRACE = timedelta(seconds=2)
"""A move that is sent in time may arrive so much later."""

TICK = timedelta(microseconds=1)
"""The least that counts."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of who is to move, in the turn that runs now.

    Attributes:
        pace: how much time the game gives; a timed one.
        bank: what the player has beyond the allowance of this turn.
        used: time counted in this turn up to ``since``; below zero after a credit.
        since: from when on it runs; None while it stands.
        zone: whose weekends do not count; None when all time counts.
    """

    pace: Pace
    bank: timedelta
    used: timedelta = NONE
    since: datetime | None = None
    zone: tzinfo | None = None

    @property
    def resting_zone(self) -> tzinfo | None:
        """The zone whose weekends do not count; None when all time counts."""
        return self.zone if self.pace.rests_on_weekends else None

    def spent(self, now: datetime) -> timedelta:
        """Return the time used in this turn; below zero after a credit."""
        if self.since is None:
            return self.used
        return self.used + counted(self.since, now, self.resting_zone)

    def left(self, now: datetime) -> timedelta:
        """Return the time left until all is lost, bank included; zero at least."""
        return max(NONE, self.pace.allowance + self.bank - self.spent(now))

    def bank_from(self) -> datetime | None:
        """Return when the bank begins to run; None while the clock stands."""
        return self._when(self.pace.allowance)

    def deadline(self) -> datetime | None:
        """Return when the game is lost; None while the clock stands."""
        return self._when(self.pace.allowance + self.bank)

    def _when(self, amount: timedelta) -> datetime | None:
        if self.since is None:
            return None
        return later(self.since, amount - self.used, self.resting_zone)

    def is_over(self, now: datetime) -> bool:
        """Return whether the time is up, the grace for slow networks included."""
        deadline = self.deadline()
        return deadline is not None and now > deadline + GRACE

    def rests_until(self, now: datetime) -> datetime | None:
        """Return until when a weekend holds the clock; None while time counts, or it stands."""
        if self.since is None:
            return None
        start = max(now, self.since)
        end = later(start, TICK, self.resting_zone) - TICK
        return end if end > start else None

    def bank_after(self, now: datetime) -> timedelta:
        """Return what the player's bank holds when he ends his turn now."""
        overrun = max(NONE, self.spent(now) - self.pace.allowance)
        bank = max(NONE, self.bank - overrun)
        cap = self.pace.cap
        filled = bank + self.pace.increment
        return filled if cap is None else max(bank, min(cap, filled))

    def stopped(self, now: datetime) -> "Clock":
        """Return the clock standing."""
        return replace(self, used=self.spent(now), since=None)

    def running(self, now: datetime) -> "Clock":
        """Return the clock running from now on; one that runs already is as it was."""
        return self if self.since is not None else replace(self, since=now)

    def credited(self, amount: timedelta) -> "Clock":
        """Return the clock with so much time given back."""
        return replace(self, used=self.used - amount)

    def given(self) -> "Clock":
        """Return the clock with a gift in its bank: what this turn does not use is kept."""
        return replace(self, bank=self.bank + self.pace.gift)
