"""The floor for every comparison: any legal move is as good as another."""

from collections.abc import Callable, Mapping
from typing import Any

from games.bots.scene import STAR, Scene, scene_of
from games.bots.spending.uses import trade_limit
from games.core.rng import Rng
from games.rules.qwirkle.modules.boards.moves import UseStar
from games.rules.qwirkle.moves import AnyMove, Pass, Place, Trade
from games.rules.qwirkle.powers.moves import (
    Power,
    UseAgain,
    UseAsk,
    UseDraw3,
    UseSingles,
    UseTake,
    UseTrade,
)
from games.rules.qwirkle.powers.singles import SINGLES_MAX
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import KINDS, Tile

TRADE_ODDS = 20
"""One turn in so many is a trade although tiles could be placed."""

POWER_ODDS = 4
"""One turn in so many uses a power, if any is usable."""


class RandomBot:
    """Places at random; now and then, or when nothing fits, trades at random."""

    key = "random"
    name = "Random"
    strength = "Makes any legal move; good for a first game."
    anchor = 200

    def choose(self, observation: Observation, rng: Rng, game: Qwirkle) -> AnyMove:
        """Return any legal placement, all equally likely; rarely a power or a trade."""
        if observation.usable and rng.below(POWER_ODDS) == 0:
            power = observation.usable[rng.below(len(observation.usable))]
            return _USES[power](scene_of(observation, game), rng)
        # Sorted, so that the way the board was built up does not matter.
        places = sorted(game.legal_places(observation))
        most = observation.trade_max
        if most and (not places or rng.below(TRADE_ODDS) == 0):
            return Trade(_some(observation.hand or (), most, rng))
        if places:
            return Place(places[rng.below(len(places))].tiles)
        return Pass()


def _some(hand: tuple[Tile, ...], most: int, rng: Rng) -> tuple[Tile, ...]:
    mixed = rng.shuffled(tuple(sorted(hand)))
    return mixed[: 1 + rng.below(most)]


def _singles(scene: Scene, rng: Rng) -> UseSingles:
    laid: tuple[Any, ...] = ()
    while len(laid) < SINGLES_MAX and (found := sorted(scene.singles())):
        place = found[rng.below(len(found))]
        laid += place.tiles
        scene = scene.after(place.tiles)
    return UseSingles(laid)


_USES: Mapping[Power, Callable[[Scene, Rng], AnyMove]] = {
    "ask": lambda _, rng: UseAsk(KINDS[rng.below(len(KINDS))]),
    "draw3": lambda *_: UseDraw3(),
    "singles": _singles,
    "again": lambda *_: UseAgain(),
    "trade": lambda scene, rng: UseTrade(_some(scene.hand, trade_limit(scene), rng)),
    "take": lambda scene, rng: UseTake(_any_of(scene.takeable("take"), rng)),
    STAR: lambda scene, rng: UseStar(_any_of(scene.takeable(STAR), rng)),
}


def _any_of[T](items: tuple[T, ...], rng: Rng) -> T:
    return items[rng.below(len(items))]
