"""Draw three tiles more (rules 2.3)."""

from games.core.chance import Chance
from games.core.types import Seat
from games.rules.qwirkle.module import Game
from games.rules.qwirkle.powers.effect import Effect
from games.rules.qwirkle.powers.moves import UseDraw3
from games.rules.qwirkle.state import State
from games.rules.ruleset import Step

EXTRA_TILES = 3


class Draw3(Effect[UseDraw3]):
    """Three more tiles, or what the bag holds (rules 2.3.26, 2.3.28)."""

    def has_effect(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether there is a tile to draw."""
        return bool(state.bag)

    def run(
        self, state: State, seat: Seat, move: UseDraw3, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step."""
        return game.draw(state, seat, EXTRA_TILES, chance)
