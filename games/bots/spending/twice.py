"""Two turns in a row: the first one is made for the sake of both."""

from typing import NamedTuple

from games.bots.scene import Scene
from games.bots.spending.turn import Turn, missing
from games.rules.qwirkle.movegen import Placement
from games.rules.qwirkle.scoring import OUT_BONUS

LOOKED_AT = 12
"""First placements, by points, after which the second turn is looked at with the tiles kept."""

CANDIDATES = 3
"""Those of them, by both turns, after which draws are tried out."""

SAMPLES = 6
"""Draws between the two turns."""


class First(NamedTuple):
    """A first placement, and what both turns are worth together."""

    place: Placement
    worth: float


def first_of_two(turn: Turn) -> First | None:
    """Return the best first placement when a second turn follows; None when nothing fits.

    What would be dangerous to leave to others, such as a line of five, is what to look for here.
    """
    places = turn.scene.best_first()[:LOOKED_AT]
    afters = {place: turn.scene.after(place.tiles) for place in places}
    known = {place: place.score + after.most_points() for place, after in afters.items()}
    best: First | None = None
    for place in sorted(places, key=lambda place: (-known[place], place.tiles))[:CANDIDATES]:
        first = First(place, place.score + _second_turn(turn, afters[place]))
        if best is None or first.worth > best.worth:
            best = first
    return best


def _second_turn(turn: Turn, after: Scene) -> float:
    if not after.hand and not after.seen.bag_count:
        return OUT_BONUS
    return turn.mean_with(after, missing(after.hand), SAMPLES)
