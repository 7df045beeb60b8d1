"""How much a report counts in the queue of the moderators. Pure."""

from typing import Final

ACCURACY_OF: Final = 20
"""So many of somebody's last closed reports tell how often he was right."""

ACCURACY_NEEDS: Final = 4
WEIGHT_MIN: Final = 5
WEIGHT_MAX: Final = 100
_USUAL: Final = 20
_EVEN: Final = 50
_PER_PERCENT: Final = 0.8
_UNDER_SANCTION: Final = -30


def weight(*, acted: int, closed: int, is_sanctioned: bool) -> int:
    """Return the weight of a new report.

    20 points, 0.8 more or less for each percent by which the reporter was right more or less often
    than half the time, 30 less while he is under a sanction himself; between 5 and 100.

    Args:
        acted: how many of his last `ACCURACY_OF` closed reports had a consequence.
        closed: how many these are; fewer than `ACCURACY_NEEDS` tell nothing.
    """
    points = float(_USUAL)
    if closed >= ACCURACY_NEEDS:
        points += _PER_PERCENT * (100 * acted / closed - _EVEN)
    if is_sanctioned:
        points += _UNDER_SANCTION
    return round(min(max(points, WEIGHT_MIN), WEIGHT_MAX))
