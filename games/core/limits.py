"""How often something may be done: a rate, and a window that counts against it.

Pure: the time is passed in, in seconds of any clock that never goes back.
"""

from dataclasses import dataclass, field

KEYS_MAX = 50_000
"""More who are counted at once and the oldest counts are forgotten, so that memory is bounded."""

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True, slots=True)
class Rate:
    """At most so many times within so many seconds."""

    most: int
    span_s: float


def parse_rates(text: str) -> tuple[Rate, ...]:
    """Return the rates that a text names, as in "200/m,50/10s"; an empty one names none.

    Raises:
        ValueError: that is no rate.
    """
    return tuple(_parse_rate(part.strip()) for part in text.split(",") if part.strip())


def _parse_rate(text: str) -> Rate:
    most, _, span = text.partition("/")
    if not most.isdecimal() or not span or span[-1] not in _SECONDS:
        raise ValueError(f"{text!r} is no rate: write it as in 50/10s, 200/m, 20/h, 5/d.")
    return Rate(int(most), float(span[:-1] or 1) * _SECONDS[span[-1]])


@dataclass(slots=True)
class Window:
    """Counts by key against one rate; a key's span begins with the first time that is counted.

    What is refused is not counted: who asks too often is let in again when his span is over.
    """

    rate: Rate
    _counts: dict[str, tuple[float, int]] = field(default_factory=dict)
    """When a key's span began and how often it was counted, in the order of the beginnings."""

    def wait(self, key: str, now: float) -> float:
        """Return the seconds until the next time would be allowed; 0 if it is allowed now."""
        began, count = self._counts.get(key, (now, 0))
        left = began + self.rate.span_s - now
        return left if count >= self.rate.most and left > 0 else 0.0

    def count(self, key: str, now: float) -> None:
        """Count one time."""
        began, count = self._counts.get(key, (now, 0))
        if count and began + self.rate.span_s > now:
            self._counts[key] = (began, count + 1)
            return
        self._counts.pop(key, None)
        self._forget(now)
        self._counts[key] = (now, 1)

    def _forget(self, now: float) -> None:
        """Drop the counts whose span is over, and the oldest where there are too many."""
        while self._counts:
            key = next(iter(self._counts))
            is_over = self._counts[key][0] + self.rate.span_s <= now
            if not is_over and len(self._counts) < KEYS_MAX:
                return
            del self._counts[key]


@dataclass(slots=True)
class Limit:
    """All rates of one kind of thing together."""

    windows: tuple[Window, ...]

    def take(self, key: str, now: float) -> float:
        """Count one time and return 0, or count nothing and return the seconds to wait."""
        wait = max((window.wait(key, now) for window in self.windows), default=0.0)
        if not wait:
            for window in self.windows:
                window.count(key, now)
        return wait


def limit_of(text: str) -> Limit:
    """Return a fresh limit for the rates that a text names."""
    return Limit(tuple(Window(rate) for rate in parse_rates(text)))
