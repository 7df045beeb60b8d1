"""Who opens, and how many tiles the first move must have."""

from collections.abc import Iterable, Sequence

from games.core.chance import Chance
from games.core.types import Seat
from games.rules.qwirkle.tiles import Tile, colour, shape

OPENER_TIE = "opener_tie"
OPENING = "opening"


def largest_set(hand: Iterable[Tile]) -> int:
    """Return N: the most tiles of a hand that share one colour or one shape.

    Every distinct tile counts once; tiles are counted, not points (rules 1.1.4, 1.1.5).
    """
    counts = [0] * 12
    for tile in set(hand):
        counts[colour(tile)] += 1
        counts[6 + shape(tile)] += 1
    return max(counts)


def largest_seats(hands: Sequence[Iterable[Tile]]) -> tuple[Seat, ...]:
    """Return the seats whose N is the highest; one of them opens (rules 1.1.6)."""
    sizes = [largest_set(hand) for hand in hands]
    return tuple(seat for seat, size in enumerate(sizes) if size == max(sizes))


def choose_opener(
    tied: Sequence[Seat], tie: str, chance: Chance, seniority: Sequence[Seat]
) -> Seat:
    """Return which of the tied seats opens (rules 1.1.7).

    Args:
        tied: one or more seats, ascending.
        tie: value of the option ``opener_tie``.
        chance: asked only when there is a tie to break at random.
        seniority: all seats, the account registered first in front.
    """
    if len(tied) > 1 and tie == "random":
        return tied[chance.below(len(tied))]
    if tie == "oldest":
        return min(tied, key=list(seniority).index)
    return tied[0]
