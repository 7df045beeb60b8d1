"""The board as a picture that stands alone: facts for `templates/games/board.svg`."""

from collections.abc import Mapping
from typing import Any, Final

from games.core.types import Seat
from games.models import Game
from games.rules.qwirkle.tiles import COLOUR_NAMES, SHAPE_NAMES, colour, parse_tile, shape
from games.selectors.table import board_view, observe_game

UNIT: Final = 10
"""User units of the picture to one cell."""

COLOURS: Final = {
    "default": ("#e2323b", "#ff9a1f", "#ffe35c", "#2fae55", "#2776f0", "#d08cff"),
    "safe": ("#c2403a", "#eb8127", "#fbf35a", "#96e5b3", "#4a7df0", "#e3a3e0"),
}
"""By palette the six colours, those of the style sheet `tokens.css`; a file of its own cannot read
that."""


def picture_of(game: Game, seat: Seat | None, *, palette: str) -> dict[str, Any]:
    """Return the picture of a game's board as it lies now; see `drawn`."""
    return drawn(board_view(game, observe_game(game, seat), []), palette=palette)


def drawn(board: Mapping[str, Any], *, palette: str) -> dict[str, Any]:
    """Return the picture of a plane with its prints.

    Returns:
        ``width`` and ``height`` in user units, ``count`` of tiles, ``tiles`` and ``prints`` with
        the ``x`` and ``y`` of their left upper corners, whether the table ``has_edge``, and which
        tiles are of the last placement.
    """
    fills = COLOURS[palette]
    return {
        "width": board["cols"] * UNIT,
        "height": board["rows"] * UNIT,
        "count": len(board["cells"]),
        "has_edge": board["has_edge"],
        "tiles": [_tile(cell, fills) for cell in board["cells"]],
        "prints": [_print(printed, board) for printed in board["prints"]],
    }


def _print(printed: Mapping[str, Any], board: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "x": (printed["x"] - board["min_x"]) * UNIT,
        "y": (printed["y"] - board["min_y"]) * UNIT,
        "kind": printed["kind"],
        "points": printed["points"],
        "dots": range(printed["points"] or 0),
    }


def _tile(cell: Mapping[str, Any], fills: tuple[str, ...]) -> dict[str, Any]:
    tile = parse_tile(cell["tile"])
    name = SHAPE_NAMES[shape(tile)]
    return {
        "x": cell["left"] * UNIT,
        "y": cell["top"] * UNIT,
        "fill": fills[colour(tile)],
        "mark": COLOUR_NAMES[colour(tile)],
        "symbol": "sun" if name == "sparkle" else name,
        "is_last": cell["is_last"],
    }
