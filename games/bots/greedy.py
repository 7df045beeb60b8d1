"""Takes the most points it can get now."""

from games.core.rng import Rng
from games.rules.qwirkle.movegen import Placement, legal_places
from games.rules.qwirkle.moves import Move, Pass, Place, Trade
from games.rules.qwirkle.state import Observation


class GreedyBot:
    """Plays for the points of this turn and looks no further."""

    key = "greedy"
    name = "Greedy"
    strength = "Always takes the most points it can get now; a fair opponent."

    def choose(self, observation: Observation, rng: Rng) -> Move:
        """Return the placement with most points; a trade of all tiles when nothing fits."""
        places = legal_places(observation)
        if places:
            return Place(best_first(places)[0].tiles)
        if observation.trade_max:
            return Trade(tuple(sorted(observation.hand or ()))[: observation.trade_max])
        return Pass()


def best_first(places: list[Placement]) -> list[Placement]:
    """Return the placements by points, most first; equals in the order of their tiles and cells.

    The order depends on nothing but the placements, so a choice by it can be repeated anywhere.
    """
    return sorted(places, key=lambda place: (-place.score, place.tiles))
