"""Value types that every room shares."""

from enum import StrEnum

type Seat = int
"""Index of a seat, 0..n-1, in clockwise order."""

type Ply = int
"""Number of a move in the log of one game, from 0."""

type Cell = tuple[int, int]
"""(x, y): x grows to the right, y downwards (docs/notation.md section 1)."""


class EndReason(StrEnum):
    """Why a game ended: ``result.reason`` of a record (docs/notation.md section 3)."""

    WENT_OUT = "went_out"
    BLOCKED = "blocked"
    STALEMATE = "stalemate"
    RESIGNED = "resigned"
    FLAGGED = "flagged"
    ABORTED = "aborted"
    NO_SHOW = "no_show"
    POOL_END = "pool_end"


class Phase(StrEnum):
    """Whether secrets of the game may be shown: never while it runs."""

    RUNNING = "running"
    OVER = "over"
