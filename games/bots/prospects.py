"""What a move is worth: its points, the tiles it keeps and the table it leaves."""

from games.bots.bot import tiles_left
from games.bots.counting import Counting
from games.bots.danger import outlook
from games.bots.endgame import points_of
from games.bots.leave import leave_of
from games.bots.scene import Scene
from games.rules.qwirkle.movegen import Placement
from games.rules.qwirkle.tiles import Tile

LOOKED_AT = 2
"""Placements, those with most points, that decide what a turn is worth that is only imagined."""

DISC = 4.0
"""Points that a star disc is worth to who gains it."""

_PLACES = 9
"""Decimals compared, so that the order of a sum does not decide."""


class Prospects:
    """Judges by tile counting; implements `Judge`."""

    def __init__(self, counting: Counting) -> None:
        self._counting = counting

    def place(self, scene: Scene, place: Placement) -> float:
        """Return what a placement is worth."""
        seen = scene.seen
        points: float = place.score if seen.bag_count else points_of(place, scene.hand)
        discs = scene.discs().get("discs", ())
        if discs:
            points += DISC * sum([x, y] in discs for _, (x, y) in place.tiles)
        return round(points + self.left(scene.after(place.tiles)), _PLACES)

    def trade(self, scene: Scene, given: tuple[Tile, ...]) -> float:
        """Return what giving these tiles away is worth."""
        return round(self.left(scene.with_hand(tiles_left(scene.hand, given))), _PLACES)

    def turn(self, scene: Scene) -> float:
        """Return what a turn is worth."""
        places = scene.best_first()[:LOOKED_AT]
        if places:
            return max(self.place(scene, place) for place in places)
        kept = () if scene.seen.bag_count else scene.hand
        return self.left(scene.with_hand(kept))

    def left(self, scene: Scene) -> float:
        """Return what the table and the tiles kept are worth."""
        leave = leave_of(scene.hand)
        return leave.worth + outlook(scene.anchors(), self._counting, leave.kinds)
