"""Tile counting: which kinds are out of sight, and how likely opponents hold one of them."""

from collections import Counter
from math import comb

from games.rules.qwirkle.board import BITS
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import COPIES, KINDS, Tile


class Counting:
    """What one viewer knows about the tiles he does not see.

    The tiles out of sight lie in the bag and in the other hands; to the viewer each of them is
    equally likely to be anywhere of these.

    Attributes:
        unseen: the tiles that are neither on the board nor in the viewer's hand, sorted.
        held_count: how many of them are in other hands.
    """

    __slots__ = ("_asked", "_chances", "_once", "_thrice", "_twice", "held_count", "unseen")

    def __init__(self, observation: Observation) -> None:
        seen = Counter(observation.board.values())
        seen.update(observation.hand or ())
        left = [max(0, COPIES - seen[kind]) for kind in KINDS]
        self.unseen: tuple[Tile, ...] = tuple(kind for kind in KINDS for _ in range(left[kind]))
        self.held_count = sum(
            count
            for seat, count in enumerate(observation.hand_counts)
            if seat != observation.viewer and seat not in observation.left
        )
        self._once, self._twice, self._thrice = (
            sum(BITS[kind] for kind in KINDS if left[kind] >= copies) for copies in (1, 2, 3)
        )
        self._chances = _chances(len(self.unseen), self.held_count)
        # Moves of one turn hardly differ, so the same masks are asked for again and again.
        self._asked: dict[int, float] = {}

    def copies(self, kinds: int) -> int:
        """Return how many tiles of these kinds (a mask) are out of sight."""
        return (
            (kinds & self._once).bit_count()
            + (kinds & self._twice).bit_count()
            + (kinds & self._thrice).bit_count()
        )

    def any_held(self, kinds: int) -> float:
        """Return the chance that the other hands hold at least one tile of these kinds."""
        chance = self._asked.get(kinds)
        if chance is None:
            chance = self._asked[kinds] = self._chances[self.copies(kinds)]
        return chance

    def both_held(self, first: int, second: int) -> float:
        """Return the chance that the other hands hold a tile of each of two different masks."""
        return self.any_held(first) + self.any_held(second) - self.any_held(first | second)


def _chances(unseen_count: int, held_count: int) -> tuple[float, ...]:
    """By number of copies out of sight: the chance that at least one of them is held."""
    held = min(held_count, unseen_count)
    ways = comb(unseen_count, held)
    return tuple(1 - comb(unseen_count - copies, held) / ways for copies in range(unseen_count + 1))
