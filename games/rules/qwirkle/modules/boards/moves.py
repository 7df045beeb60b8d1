"""Using a star disc, as a move and as text (docs/notation.md section 1)."""

from dataclasses import dataclass

from games.core.errors import BadRequestError
from games.core.types import Cell
from games.rules.qwirkle.moves import ModuleMove
from games.rules.qwirkle.notation import MAX_MOVE_LENGTH, cell_text, parse_cell


@dataclass(frozen=True, slots=True)
class UseStar(ModuleMove):
    """Give a star disc away and take a tile off the board (rules 4.1.6)."""

    cell: Cell


def parse_star(text: str) -> UseStar | None:
    """Read ``use star x,y``; None when the text is another move.

    Raises:
        BadRequestError: ``bad_request``.
    """
    words = text[:MAX_MOVE_LENGTH].split()
    if [word.lower() for word in words[:2]] != ["use", "star"]:
        return None
    if len(words) != 3:
        raise BadRequestError("bad_request", "Name the place of one tile, as in “use star 3,4”.")
    return UseStar(parse_cell(words[2]))


def format_star(move: UseStar) -> str:
    """Write ``use star x,y``."""
    return f"use star {cell_text(move.cell)}"
