"""A game's log as `games.core.signals.helping` reads it."""

from games.core.signals.helping import Step
from games.core.types import Cell
from games.models import Game
from games.selectors.log import log_row


def steps_of(game: Game) -> list[Step]:
    """Return the moves of a game in the order in which they were made; no hidden tile is read."""
    names = [""] * 8
    steps = []
    for ply in game.plies.order_by("number"):
        row = log_row(ply, names)
        cells = tuple(_cell(text) for text in row["cells"])
        if row["is_placed"]:
            steps.append(Step(ply.seat, cells, ply.points))
        else:
            steps.append(Step(ply.seat, taken=cells))
    return steps


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)
