"""What a board offers to the others, and to oneself one turn later."""

from collections.abc import Iterable

from games.bots.counting import Counting
from games.rules.qwirkle.board import QWIRKLE, Slot

REPLY = -0.25
FIVE = -3.1
FOUR = -2.4
OWN_REPLY = 0.37
OWN_FIVE = 3.0
OWN_FOUR = 3.4
"""Points that the terms of `outlook` are worth; how they were found is told in `games.bots.leave`.
An open five costs about what it takes from the margin beyond the single best reply."""

_LACKS_TWO = QWIRKLE - 2
"""Length of a line of four."""

_FULL = 2 * QWIRKLE
"""A single tile that scores so much completes a line: ten points is the most without that."""

_MOST = 2 * _FULL
"""Two lines completed by one tile."""


def outlook(anchors: Iterable[tuple[Slot, Slot]], counting: Counting, kept: int) -> float:
    """Return what a board is worth to a player who leaves it to the others.

    Args:
        anchors: the slots of every empty cell next to a tile, after the move.
        counting: which tiles are out of sight.
        kept: mask of the kinds the player still holds.
    """
    takers, fours = _openings(anchors)
    return (
        _single_tiles(takers, counting, kept)
        + _fives(takers[_FULL:], counting, kept)
        + _fours(fours, counting, kept)
    )


def _openings(anchors: Iterable[tuple[Slot, Slot]]) -> tuple[list[int], set[int]]:
    """Return where single tiles score, and what lines of four lack.

    The first is, by points, a mask of the kinds that score so much somewhere; the second holds
    for each line of four that can grow a mask of the two kinds it lacks.
    """
    takers = [0] * (_MOST + 1)
    fours = set()
    # Unpacked by place, not by name: this loop is most of the time that a move is thought about.
    for across, down in anchors:
        fits = across[0] & down[0]
        if fits:
            takers[across[2] + down[2]] |= fits
            if across[1] == _LACKS_TWO:
                fours.add(across[0])
            if down[1] == _LACKS_TWO:
                fours.add(down[0])
    return takers, fours


def _single_tiles(takers: list[int], counting: Counting, kept: int) -> float:
    """Weigh the best single tile the others can be expected to have, and one's own."""
    expected, own = 0.0, 0
    fitting, chance = 0, 0.0
    for points in range(_MOST, 0, -1):
        kinds = takers[points]
        if kinds & ~fitting:
            fitting |= kinds
            chance = counting.any_held(fitting)
        if kinds & kept and not own:
            own = points
        # The sum of "at least so many points" over all points is the expected best.
        expected += chance
    return REPLY * expected + OWN_REPLY * own


def _fives(takers: list[int], counting: Counting, kept: int) -> float:
    """Weigh the lines of five: somebody may complete them before one's own turn comes."""
    completing = 0
    for kinds in takers:
        completing |= kinds
    if not completing:
        return 0.0
    worth = FIVE * counting.any_held(completing)
    own = completing & kept
    return worth + OWN_FIVE * (1 - counting.any_held(own)) if own else worth


def _fours(fours: set[int], counting: Counting, kept: int) -> float:
    """Weigh the lines of four by the chance that somebody holds both tiles they lack."""
    worth, has_own = 0.0, False
    for pair in sorted(fours):
        first = pair & -pair
        if pair.bit_count() == 2:
            worth += FOUR * counting.both_held(first, pair ^ first)
            has_own = has_own or pair & kept == pair
    return worth + OWN_FOUR if has_own else worth
