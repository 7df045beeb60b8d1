"""Who measures how often a player chose the best move; none is registered yet.

An analyst reads a finished game's record, with all hands, and counts the decisions that were hard
and those in which the player chose as the strongest bot would have. What it says is stored once for
each player and compared by `games.core.signals.agreement`.
"""

from collections.abc import Mapping
from typing import Protocol

from games.core.signals.agreement import Agreed
from games.core.types import Seat
from games.rules.records.form import Record


class Analyst(Protocol):
    """One way to measure.

    Attributes:
        name: at most 30 characters, with a version: figures of two names are never compared.
    """

    name: str

    def measure(self, record: Record) -> Mapping[Seat, Agreed]:
        """Return the figures of the seats that can be measured."""


_analysts: dict[str, Analyst] = {}


def register(analyst: Analyst) -> None:
    """Let an analyst look at every rated game that ends from now on."""
    _analysts[analyst.name] = analyst


def unregister(name: str) -> None:
    """Ask this analyst no more; what he has said stays."""
    _analysts.pop(name, None)


def all_analysts() -> tuple[Analyst, ...]:
    """Return the analysts in the order in which they were registered."""
    return tuple(_analysts.values())
