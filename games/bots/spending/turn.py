"""The turn in which a power may be used, and what such a use comes to."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple, Protocol

from games.bots.counting import Counting
from games.bots.scene import Scene
from games.core.rng import Rng
from games.rules.qwirkle.board import BITS
from games.rules.qwirkle.moves import ModuleMove
from games.rules.qwirkle.tiles import HAND_SIZE, KINDS, Tile

WANTED = 12
"""Kinds of tile that are looked at as one more in hand."""


class Judge(Protocol):
    """What positions are worth to the mover, in points.

    The greedy bot counts those of its turn only; the careful one also what is left behind.
    """

    def turn(self, scene: Scene) -> float:
        """Return what a turn is worth when it is played as the bot likes best."""
        ...

    def left(self, scene: Scene) -> float:
        """Return what is left when a turn is over, before tiles are drawn, is worth."""
        ...


class Points:
    """Counts the points of the turn and nothing else."""

    def turn(self, scene: Scene) -> float:
        """Return the most points that a placement brings."""
        return scene.most_points()

    def left(self, scene: Scene) -> float:
        """Return nothing: what is left does not count."""
        return 0


class Use(NamedTuple):
    """A use of a power: the move, and the points it is expected to gain over not using it."""

    move: ModuleMove
    gain: float


class Turn:
    """A turn, with what the estimates of all powers share.

    Attributes:
        scene: the turn as it is.
        judge: what turns are worth.
        counting: which tiles are out of sight.
    """

    def __init__(self, scene: Scene, judge: Judge, counting: Counting, rng: Rng) -> None:
        self.scene = scene
        self.judge = judge
        self.counting = counting
        self._rng = rng
        self._points_with: dict[Tile, int] = {}

    @cached_property
    def plain(self) -> float:
        """What the turn is worth without a power."""
        return self.judge.turn(self.scene)

    @cached_property
    def points(self) -> int:
        """The most points that a placement brings without a power."""
        return self.scene.most_points()

    def points_with(self, tile: Tile) -> int:
        """Return the most points that a placement brings with one tile more in hand."""
        points = self._points_with.get(tile)
        if points is None:
            points = self.scene.with_hand((*self.scene.hand, tile)).most_points()
            self._points_with[tile] = points
        return points

    @cached_property
    def _alone(self) -> dict[Tile, int]:
        """By kind: the most points it scores alone; kinds that fit nowhere are absent."""
        alone: dict[Tile, int] = {}
        for across, down in self.scene.anchors():
            fits, points = across.fits & down.fits, across.points + down.points
            for kind in KINDS:
                if fits & BITS[kind]:
                    alone[kind] = max(points, alone.get(kind, 0))
        return alone

    def wanted(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Return the kinds among these tiles that are worth a look: those that score most alone."""
        alone = self._alone
        return sorted(set(tiles), key=lambda kind: (-alone.get(kind, 0), kind))[:WANTED]

    def draws(self, count: int, samples: int) -> list[tuple[Tile, ...]]:
        """Return what might be drawn: up to so many samples of ``count`` tiles, fewer at the end.

        All samples come from one mixed bag: no tile is in two of them, so a dozen spread well.
        """
        count = min(count, self.scene.seen.bag_count)
        if not count:
            return [()]
        mixed = self._rng.shuffled(self.counting.unseen)
        starts = range(0, len(mixed) - count + 1, count)
        return [mixed[start : start + count] for start in starts][:samples]

    def mean_with(self, scene: Scene, count: int, samples: int) -> float:
        """Return what a turn is worth on average after drawing so many tiles."""
        hands = [scene.hand + drawn for drawn in self.draws(count, samples)]
        worths = [self.judge.turn(scene.with_hand(hand)) for hand in hands]
        return sum(worths) / len(worths)


def missing(hand: tuple[Tile, ...]) -> int:
    """Return how many tiles are drawn at the end of a turn."""
    return max(0, HAND_SIZE - len(hand))
