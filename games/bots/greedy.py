"""Takes the most points it can get now."""

from operator import attrgetter

from games.core.rng import Rng
from games.rules.qwirkle.movegen import legal_places
from games.rules.qwirkle.moves import Move, Pass, Place, Trade
from games.rules.qwirkle.state import Observation

_score = attrgetter("score")


class GreedyBot:
    """Plays for the points of this turn and looks no further."""

    key = "greedy"
    name = "Greedy"
    strength = "Always takes the most points it can get now."

    def choose(self, observation: Observation, rng: Rng) -> Move:
        """Return the placement with most points; a trade of all tiles when nothing fits."""
        places = legal_places(observation)
        if places:
            most = max(places, key=_score).score
            return Place(min(place.tiles for place in places if place.score == most))
        if observation.trade_max:
            return Trade(tuple(sorted(observation.hand or ()))[: observation.trade_max])
        return Pass()
