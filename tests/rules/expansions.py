"""Positions of games with expansions: moves go in as texts, refusals come out as codes."""

from collections.abc import Iterable
from typing import Any

import pytest

from games.core.errors import DomainError
from games.core.events import Event
from games.core.types import EndReason, Phase, Seat
from games.rules import registry
from games.rules.qwirkle.moves import AnyMove
from games.rules.qwirkle.state import Observation, State
from games.rules.qwirkle.tiles import tile_text
from games.rules.records.chance import RecordedChance
from games.rules.ruleset import Step
from tests.rules.games import board, tiles

TOKENS = "qwirkle+action_tokens"
CARDS = "qwirkle+power_cards"
BOARDS = "qwirkle+boards"
TOKENS_BOARDS = "qwirkle+action_tokens+boards"
CARDS_BOARDS = "qwirkle+boards+power_cards"

ALL_POWERS = ("ask", "draw3", "singles", "again", "trade", "take")


class Position:
    """A game that was stopped somewhere, seat 0 to move; tiles come from the front of the bag.

    Args:
        held: powers of each seat, blanks between; by default seat 0 holds all that are in play.
        options: of the ruleset; with cards all three powers are named there.
    """

    def __init__(
        self,
        key: str = TOKENS,
        *,
        on_board: str = "RS@0,0",
        hands: Iterable[str],
        bag: str = "",
        held: Iterable[str] | None = None,
        options: dict[str, Any] | None = None,
        **changed: Any,
    ) -> None:
        self.ruleset = registry.get_qwirkle(key)
        chosen = self.ruleset.parse_options(options or {})
        dealt = tuple(tiles(hand) for hand in hands)
        state = self.ruleset.state_at(
            chosen,
            hands=dealt,
            bag=tuple(map(self.ruleset.parse_bag_tile, bag.split())),
            opener=0,
            board=board(on_board),
        )
        if held is None and self.ruleset.held(state) is not None:
            held = [" ".join(chosen.get("powers") or chosen["tokens"]), *[""] * (len(dealt) - 1)]
        if held is not None:
            state = self.ruleset.hold(state, tuple(tuple(one.split()) for one in held))
        self.state: State = state.but(**changed)
        self.points = 0

    def do(self, *texts: str, seat: Seat | None = None) -> Step[State]:
        """Make moves of the seat to move, or of this seat; return the last step."""
        for text in texts:
            mover = self.state.to_move if seat is None else seat
            move = self.ruleset.parse_move(text)
            step = self.ruleset.apply(self.state, mover, move, RecordedChance())
            self.state = step.state
        return step

    def refusal(self, text: str, seat: Seat | None = None) -> str:
        """Return the code with which a move is refused; the state stays as it was."""
        before = self.ruleset.encode_state(self.state)
        mover = self.state.to_move if seat is None else seat
        state = self.state
        with pytest.raises(DomainError) as refused:
            self.do(text, seat=mover)
        assert self.state is state
        assert self.ruleset.encode_state(state) == before
        return refused.value.code

    def seen(self, viewer: Seat | None = None) -> Observation:
        """Return what the seat to move sees, or this viewer."""
        seat = self.state.to_move if viewer is None else viewer
        return self.ruleset.observe(self.state, seat, Phase.RUNNING)

    def automatic(self) -> AnyMove | None:
        """Return what the server does by itself."""
        return self.ruleset.automatic_move(self.state)

    @property
    def hands(self) -> list[str]:
        """The hands as texts."""
        return [" ".join(map(tile_text, hand)) for hand in self.state.hands]

    @property
    def sizes(self) -> list[int]:
        """Tiles in each hand."""
        return [len(hand) for hand in self.state.hands]

    @property
    def bag(self) -> str:
        """The bag as text, front first."""
        return " ".join(map(self.ruleset.bag_tile_text, self.state.bag))

    @property
    def held(self) -> list[str]:
        """The powers of each seat as texts, in alphabetical order."""
        return [" ".join(powers) for powers in self.ruleset.held(self.state) or ()]

    @property
    def reason(self) -> EndReason | None:
        """Why the game ended."""
        return self.state.reason


def events_of(step: Step[State], kind: str) -> list[Event]:
    """Return the events of one kind."""
    return [event for event in step.events if event.kind == kind]
