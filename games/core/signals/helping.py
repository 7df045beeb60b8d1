"""Seats that help each other at tables of three and four, from the log alone.

A move gains from a seat if one of its lines holds a tile that this seat has laid since the mover's
last turn. Two who help each other gain more from each other than the third gains from them, and
than they gain from the third. Strength explains one of both at most: who leaves chances leaves them
to all, and who finds chances finds them with all. So both have to stand out. Each distance in the
order of seats occurs equally often on both sides of the comparison.

Innocent reading: the third is new to the game, so he neither finds chances nor leaves any.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Final

from games.core.types import Cell, Seat

GAMES_MIN: Final = 15
"""Between equal bots the figures swing by 28 points from game to game; fewer games tell nothing."""

DEVIATIONS_MIN: Final = 4.5
"""Standard errors over nothing, in both comparisons. Chance gives one of them in fifteen games once
in 4,000 pairs; of 3,000 pairs of equal bots, looked at after each of 60 games, none had both."""

SPREAD_MIN: Final = 1.0
"""Half points; games that are all alike must not make a small difference look certain."""

type Gains = Mapping[tuple[Seat, Seat], int]


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the log: tiles laid on ``cells`` for ``points``, or taken off the board."""

    seat: Seat
    cells: tuple[Cell, ...] = ()
    points: int = 0
    taken: tuple[Cell, ...] = ()


def gains_of(steps: Sequence[Step]) -> Gains:
    """Return the points of moves, by (seat that set them up, seat that made them)."""
    laid: dict[Cell, tuple[int, Seat]] = {}
    last_turn: dict[Seat, int] = {}
    gains: dict[tuple[Seat, Seat], int] = defaultdict(int)
    for number, step in enumerate(steps):
        since = last_turn.get(step.seat, -1)
        givers = {laid[cell][1] for cell in _lines(step.cells, laid) if laid[cell][0] > since} - {
            step.seat
        }
        for giver in givers:
            gains[giver, step.seat] += step.points
        laid.update(dict.fromkeys(step.cells, (number, step.seat)))
        for cell in step.taken:
            laid.pop(cell, None)
        last_turn[step.seat] = number
    return gains


def excess(gains: Gains, first: Seat, second: Seat, seats: int) -> tuple[int, int]:
    """Return by how much two seats gained more from each other, in half points a game.

    The first figure compares with what the others gained from the two, the second with what the two
    gained from the others; of two others the mean counts.
    """
    others = [seat for seat in range(seats) if seat not in (first, second)]
    share = 2 // len(others)
    together = 2 * (gains.get((first, second), 0) + gains.get((second, first), 0))
    given = sum(gains.get((one, other), 0) for one in (first, second) for other in others)
    taken = sum(gains.get((other, one), 0) for one in (first, second) for other in others)
    return together - share * given, together - share * taken


def deviations(values: Sequence[int]) -> float:
    """Return by how many standard errors the mean of these lies above nothing."""
    if len(values) < 2:
        return 0.0
    return mean(values) / (max(stdev(values), SPREAD_MIN) / sqrt(len(values)))


def is_helping(over_given: Sequence[int], over_taken: Sequence[int]) -> bool:
    """Return whether two help each other, by both figures of `excess` for each of their games."""
    if len(over_given) < GAMES_MIN:
        return False
    return min(deviations(over_given), deviations(over_taken)) >= DEVIATIONS_MIN


def _lines(cells: Sequence[Cell], laid: Mapping[Cell, object]) -> set[Cell]:
    """Return the cells of earlier tiles in the lines that these cells are part of."""
    new = set(cells)
    found: set[Cell] = set()
    for x, y in cells:
        for step_x, step_y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            at = (x + step_x, y + step_y)
            while at in laid or at in new:
                found.add(at)
                at = (at[0] + step_x, at[1] + step_y)
    return found - new
