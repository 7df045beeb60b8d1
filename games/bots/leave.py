"""What the tiles kept in hand promise for the next turn."""

from functools import lru_cache
from typing import NamedTuple

from games.rules.qwirkle.board import BITS, PEERS
from games.rules.qwirkle.tiles import HAND_SIZE, KINDS, Tile, colour, shape

SETS = tuple(
    sum(BITS[kind] for kind in KINDS if attribute(kind) == value)
    for attribute in (colour, shape)
    for value in range(6)
)
"""Masks of the six colours, then of the six shapes: the kinds that one line can be made of."""

KEPT = -0.78
DUPLICATE = -0.39
PAIR = 0.25
LONGEST = 0.21
"""Points that a tile kept, a kept twin, two kept tiles that suit each other, and a tile of the
longest line in hand are worth.

Fitted with the weights of `games.bots.danger`: least squares over 100,000 moves in 20,000
positions of greedy self-play, several moves from each with the same hidden tiles, on the margin
of the four turns that followed. They hardly change while the bag empties, so there is one set."""


class Leave(NamedTuple):
    """Kept tiles.

    Attributes:
        kinds: mask of the kinds kept.
        worth: points they promise over an empty hand that is drawn up; mostly negative.
    """

    kinds: int
    worth: float


@lru_cache(maxsize=4096)
def leave_of(kept: tuple[Tile, ...]) -> Leave:
    """Return the worth of keeping these tiles.

    Each tile kept is one that is not drawn anew, up to six; those above are extra. A twin suits no
    line its copy is in. Tiles that share a colour or a shape can go down together.
    """
    kinds = 0
    for tile in kept:
        kinds |= BITS[tile]
    distinct = kinds.bit_count()
    suiting = sum((PEERS[kind] & kinds).bit_count() for kind in set(kept)) // 2
    longest = max((kinds & line).bit_count() for line in SETS)
    worth = (
        KEPT * min(len(kept), HAND_SIZE)
        + DUPLICATE * (len(kept) - distinct)
        + PAIR * suiting
        + LONGEST * longest
    )
    return Leave(kinds, worth)
