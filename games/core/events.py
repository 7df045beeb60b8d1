"""What happened in a step: facts for everybody, and facts for one seat only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.types import Seat


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, named in the past tense.

    Attributes:
        kind: ``opener_chosen``, ``tiles_placed``, ``tiles_traded``, ``turn_passed``,
            ``tiles_drawn``, ``seat_left``, ``game_finished``, or a module's own.
        seat: the seat that did it, or None for the table itself.
        public: JSON primitives that everybody may see.
        private: for each seat, JSON primitives that only this seat may see.
    """

    kind: str
    seat: Seat | None
    public: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[Seat, Mapping[str, Any]] = field(default_factory=dict)
