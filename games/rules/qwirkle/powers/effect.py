"""`Effect`: what spending one power does, and when it can be spent."""

from collections.abc import Mapping
from typing import Any

from games.core.chance import Chance
from games.core.types import Seat
from games.rules.qwirkle.module import Game
from games.rules.qwirkle.state import State
from games.rules.ruleset import Step


class Effect[M]:
    """One power; M is the move that spends it.

    Attributes:
        is_whole_turn: nothing else follows in this turn.
        may_open: it may be spent before the first placement on an empty board (rules 2.8.60).
        may_help: it can bring a tile that fits to a seat that can place none (rules 2.8.59).
    """

    is_whole_turn = False
    may_open = True
    may_help = False

    def check_tiles(self, state: State, seat: Seat, move: M, game: Game) -> None:
        """Refuse what is wrong with the tiles of the move, whoever's turn it is.

        Raises:
            BadRequestError, IllegalMoveError: with the codes that stand before ``not_your_turn``.
        """

    def has_effect(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether the power could change anything now (rules 2.1.14)."""
        return True

    def check(self, state: State, seat: Seat, move: M, game: Game) -> None:
        """Refuse this very use of a power that could be spent.

        Raises:
            IllegalMoveError: with the codes that stand after ``token_no_effect``.
        """

    def run(self, state: State, seat: Seat, move: M, chance: Chance, game: Game) -> Step[State]:
        """Return the step, without an end of the turn; the move is legal."""
        raise NotImplementedError

    def keeps(self, state: State, move: M) -> Mapping[str, Any]:
        """Return what the turn has to remember of this use, as JSON primitives."""
        return {}
