"""Runs of equal results. Pure."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple


class Streaks(NamedTuple):
    """What a row of results says.

    Attributes:
        kind: of the newest result; "" without any.
        length: results of this kind, with no other after them.
        longest: the longest run of wins.
    """

    kind: str
    length: int
    longest: int


def streaks(results: Sequence[str]) -> Streaks:
    """Return the runs in results ("won", "drawn", "lost"), the newest first."""
    runs = [(kind, len(list(run))) for kind, run in groupby(results)]
    kind, length = runs[0] if runs else ("", 0)
    return Streaks(kind, length, max((size for name, size in runs if name == "won"), default=0))
