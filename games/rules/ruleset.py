"""The `Ruleset` protocol that every game on the platform implements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.core.chance import Chance
from games.core.events import Event
from games.core.types import EndReason, Phase, Seat


@dataclass(frozen=True, slots=True)
class Step[S]:
    """What a transition returns: the whole new state and what happened on the way.

    Attributes:
        state: the full truth after the step. Hidden from everybody but the engine.
        events: in the order they happened.
        points: what the mover gained by this move (0 for a trade, a pass, a resignation).
    """

    state: S
    events: tuple[Event, ...]
    points: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes:
        reason: why.
        scores: final points by seat.
        winners: seats that won; several share the win (rules 1.6.44).
        places: finishing place of every seat, 1 is first, equals share; leavers come last.
    """

    reason: EndReason
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    places: tuple[int, ...]


class Ruleset[S, M, O](Protocol):
    """One game with its modules: S is its state, M its moves, O what one viewer sees.

    States, moves and observations are immutable. Nothing here reads a clock, a database or a
    global source of chance: the same seed and the same log give the same state.
    """

    @property
    def key(self) -> str:
        """Registry key, as in docs/notation.md section 2, e.g. ``qwirkle``."""
        ...

    @property
    def version(self) -> int:
        """Version of these rules; kept with each game, so it replays as it was played."""
        ...

    @property
    def seat_counts(self) -> range:
        """Numbers of seats this game can be played with."""
        ...

    def parse_options(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the complete options, defaults filled in.

        Raises:
            BadRequestError: ``unknown_option``, naming the key or the bad value.
        """
        ...

    def draw_options(self, options: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Return complete options with everything decided that they leave to chance."""
        ...

    def initial_step(
        self, seats: int, options: Mapping[str, Any], chance: Chance, *, seniority: Sequence[Seat]
    ) -> Step[S]:
        """Deal a new game by options that leave nothing to chance.

        ``seniority`` lists the seats, the account registered first in front.
        """
        ...

    def apply(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
        """Return the step that this move makes.

        Raises:
            IllegalMoveError: with the first code of docs/notation.md section 4 that applies.
        """
        ...

    def automatic_move(self, state: S) -> M | None:
        """Return the one move that the server makes for the seat to move, or None.

        A pass without alternative is made by the server (rules 1.5.38).
        """
        ...

    def to_move(self, state: S) -> Seat | None:
        """Return the seat whose turn it is; None when the game is over."""
        ...

    def result(self, state: S) -> Result | None:
        """Return how the game ended; None while it runs."""
        ...

    def observe(self, state: S, viewer: Seat | None, phase: Phase) -> O:
        """Return what this viewer may know. The only way out for anything in a state."""
        ...

    def parse_move(self, text: str) -> M:
        """Read a move in the notation. Raises BadRequestError ``bad_request``/``unknown_tile``."""
        ...

    def format_move(self, move: M) -> str:
        """Write a move in the notation, tiles in board order."""
        ...

    def encode_state(self, state: S) -> dict[str, Any]:
        """Return the state as JSON primitives; `decode_state` is its inverse."""
        ...

    def decode_state(self, data: Mapping[str, Any]) -> S:
        """Return the state from what `encode_state` made."""
        ...
