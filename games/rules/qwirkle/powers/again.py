"""Have another turn after this one (rules 2.5)."""

from collections.abc import Mapping
from typing import Any

from games.core.chance import Chance
from games.core.types import Seat
from games.rules.qwirkle.module import Game
from games.rules.qwirkle.powers.effect import Effect
from games.rules.qwirkle.powers.moves import UseAgain
from games.rules.qwirkle.state import State
from games.rules.ruleset import Step


class Again(Effect[UseAgain]):
    """The turn is followed by a second one of the same seat (rules 2.5.38)."""

    def run(
        self, state: State, seat: Seat, move: UseAgain, chance: Chance, game: Game
    ) -> Step[State]:
        """Return a step in which nothing happens yet."""
        return Step(state, ())

    def keeps(self, state: State, move: UseAgain) -> Mapping[str, Any]:
        """Remember that a turn is due."""
        return {"again": True}
