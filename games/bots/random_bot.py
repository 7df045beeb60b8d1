"""The floor for every comparison: any legal move is as good as another."""

from games.core.rng import Rng
from games.rules.qwirkle.movegen import legal_places
from games.rules.qwirkle.moves import Move, Pass, Place, Trade
from games.rules.qwirkle.state import Observation

TRADE_ODDS = 20
"""One turn in so many is a trade although tiles could be placed."""


class RandomBot:
    """Places at random; now and then, or when nothing fits, trades at random."""

    key = "random"
    name = "Random"
    strength = "Makes any legal move; good for a first game."

    def choose(self, observation: Observation, rng: Rng) -> Move:
        """Return any legal placement, all equally likely; rarely a trade; else a pass."""
        # Sorted, so that the way the board was built up does not matter.
        places = sorted(legal_places(observation))
        most = observation.trade_max
        if most and (not places or rng.below(TRADE_ODDS) == 0):
            mixed = rng.shuffled(tuple(sorted(observation.hand or ())))
            return Trade(mixed[: 1 + rng.below(most)])
        if places:
            return Place(places[rng.below(len(places))].tiles)
        return Pass()
