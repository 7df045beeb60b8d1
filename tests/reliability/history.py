"""What clients saw, and what must be true of it whatever was killed meanwhile (Jepsen in small).

An attempt is one intent of one player: its key, when it was first sent, when its answer came, and
whether that answer was yes, no, or never.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["ok", "refused", "unknown"]


@dataclass(slots=True)
class Attempt:
    """One move that a client tried to make.

    Attributes:
        invoked, completed: seconds of one monotonic clock; completed is None while unknown.
    """

    game: str
    user: int
    key: str
    invoked: float
    completed: float | None = None
    outcome: Outcome = "unknown"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a game's log as the database has it."""

    number: int
    seat: int
    key: str | None


@dataclass(frozen=True, slots=True)
class Sight:
    """A version of a game that one window read, after what it read before.

    Attributes:
        window: names the window.
    """

    game: str
    window: str
    version: int


def faults(
    attempts: Iterable[Attempt], sights: Iterable[Sight], logs: Mapping[str, list[Entry]]
) -> list[str]:
    """Return every broken promise as a sentence; an empty list is what we want."""
    by_game: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        by_game[attempt.game].append(attempt)
    found = [
        fault
        for game, log in logs.items()
        for fault in (*_log_faults(game, log), *_attempt_faults(by_game[game], log))
    ]
    return found + _sight_faults(sights)


def _log_faults(game: str, log: list[Entry]) -> list[str]:
    numbers = [entry.number for entry in log]
    if numbers != list(range(len(log))):
        return [f"{game}: the log has gaps or repeats: {numbers}"]
    return []


def _attempt_faults(attempts: list[Attempt], log: list[Entry]) -> list[str]:
    numbers: dict[str | None, list[int]] = defaultdict(list)
    for entry in log:
        numbers[entry.key].append(entry.number)
    found = []
    for attempt in attempts:
        times = len(numbers[attempt.key])
        allowed = {"ok": (1,), "refused": (0,), "unknown": (0, 1)}[attempt.outcome]
        if times not in allowed:
            found.append(f"{attempt.game}: {attempt.outcome} {attempt.key} is {times} times there")
    return found + _order_faults(attempts, numbers)


def _order_faults(attempts: list[Attempt], numbers: Mapping[str | None, list[int]]) -> list[str]:
    """Find moves that stand before one which was known to be made when they were sent."""
    done = [(one, numbers[one.key][0]) for one in attempts if numbers[one.key]]
    return [
        f"{first.game}: {first.key} was answered before {later.key} was sent but stands behind it"
        for first, first_number in done
        for later, later_number in done
        if first.completed is not None
        and first.completed < later.invoked
        and first_number > later_number
    ]


def _sight_faults(sights: Iterable[Sight]) -> list[str]:
    newest: dict[tuple[str, str], int] = {}
    found = []
    for sight in sights:
        seen = (sight.game, sight.window)
        if sight.version < newest.get(seen, 0):
            found.append(f"{sight.game}: {sight.window} saw {sight.version} after a newer one")
        newest[seen] = max(sight.version, newest.get(seen, 0))
    return found
