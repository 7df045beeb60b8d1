"""Takes as many points as it can get this turn, and thinks no further."""

from collections.abc import Iterator
from operator import attrgetter

from games.bots.counting import Counting
from games.bots.scene import STAR, scene_of
from games.bots.spending.turn import Points, Turn, Use
from games.bots.spending.uses import best_use
from games.core.rng import Rng
from games.rules.qwirkle.moves import AnyMove, Pass, Place, Trade
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import Observation

_score = attrgetter("score")

LAST_TILES = 14
"""With so few tiles in the bag a power is used for any gain: it is worth nothing at the end."""

BARS = {"ask": 3, "draw3": 2, "singles": 7, "again": 8, "trade": 3, "take": 5, STAR: 4}
"""Points that each power has to bring in this turn; about what it brings in an average turn."""


class GreedyBot:
    """Takes the placement with most points, and any power that adds enough to them."""

    key = "greedy"
    name = "Greedy"
    strength = "Always takes the most points it can get now."
    anchor = 1500

    def choose(self, observation: Observation, rng: Rng, game: Qwirkle) -> AnyMove:
        """Return the placement with most points; a trade of all tiles when nothing fits."""
        uses = list(_good_uses(observation, rng, game)) if observation.usable else []
        if uses:
            return max(uses, key=attrgetter("gain")).move
        places = game.legal_places(observation)
        if places:
            most = max(places, key=_score).score
            return Place(min(place.tiles for place in places if place.score == most))
        if observation.trade_max:
            return Trade(tuple(sorted(observation.hand or ()))[: observation.trade_max])
        return Pass()


def _good_uses(observation: Observation, rng: Rng, game: Qwirkle) -> Iterator[Use]:
    """Yield the uses of powers that bring enough points in this turn."""
    turn = Turn(scene_of(observation, game), Points(), Counting(observation), rng)
    for power in observation.usable:
        use = best_use(turn, power)
        bar = BARS[power] if observation.bag_count > LAST_TILES else 0
        if use is not None and use.gain > bar:
            yield use
