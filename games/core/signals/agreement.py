"""Agreement with the strongest bot, far above what others of the same rating reach.

Only decisions count in which moves differ much; where one move is plainly best everybody finds it.
Innocent reading: somebody strong who has just come, whose rating does not know it yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, pstdev
from typing import Final

DECISIONS_MIN: Final = 150
"""Some ten games: with fewer the share itself is uncertain by four per cent and more."""

OTHERS_MIN: Final = 30
"""So many others of the same rating must have figures, or there is nothing to compare with."""

DEVIATIONS_MIN: Final = 4.0
NEAR: Final = 50_000
"""Thousandths of a rating's point: whose rating is so near counts as of the same strength."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """How often one player chose the move of an analyst, of so many hard decisions."""

    decisions: int
    agreed: int

    @property
    def share(self) -> float:
        """Of 1; nothing decided is 0."""
        return self.agreed / self.decisions if self.decisions else 0.0


def is_far_above(own: Agreed, others: Sequence[Agreed]) -> bool:
    """Return whether somebody agrees far more often than others of his rating do."""
    known = [other.share for other in others if other.decisions]
    if own.decisions < DECISIONS_MIN or len(known) < OTHERS_MIN:
        return False
    usual = mean(known)
    error = sqrt(pstdev(known) ** 2 + usual * (1 - usual) / own.decisions)
    return error > 0 and (own.share - usual) / error >= DEVIATIONS_MIN
