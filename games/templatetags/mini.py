"""`{% mini board %}`: a whole board as one small picture for cards and rows."""

from collections.abc import Mapping
from typing import Any, Final

from django import template
from django.utils.translation import gettext, ngettext

from games.rules.qwirkle.tiles import COLOUR_NAMES, SHAPE_NAMES, colour, parse_tile, shape

register = template.Library()

UNIT: Final = 10
"""User units of the picture to one tile."""
CUT: Final = 4
"""So much of the free cell around the tiles is left out on each side, in user units."""
LEAST_WIDTH, LEAST_HEIGHT = 105, 80
"""At least 10.5 by 8 cells are shown, so that tiles of young and old games look alike."""


@register.inclusion_tag("games/_mini.html")
def mini(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `_mini.html` draws.

    Args:
        board: ``cols``, ``rows`` of the plane and ``cells``, each with ``left``, ``top``,
            ``tile`` (two letters) and ``is_last``.
    """
    cells = board["cells"]
    full_width, full_height = board["cols"] * UNIT, board["rows"] * UNIT
    width = max(full_width - 2 * CUT, LEAST_WIDTH)
    height = max(full_height - 2 * CUT, LEAST_HEIGHT)
    left, top = (full_width - width) // 2, (full_height - height) // 2
    count = len(cells)
    label = ngettext("Board with %(n)s tile", "Board with %(n)s tiles", count) % {"n": count}
    return {
        "view_box": f"{left} {top} {width} {height}",
        "label": label if count else gettext("Empty board"),
        "tiles": [_drawn(cell) for cell in cells],
    }


def _drawn(cell: Mapping[str, Any]) -> dict[str, Any]:
    tile = parse_tile(cell["tile"])
    name = SHAPE_NAMES[shape(tile)]
    return {
        "x": cell["left"] * UNIT,
        "y": cell["top"] * UNIT,
        "colour": COLOUR_NAMES[colour(tile)],
        "symbol": "sun" if name == "sparkle" else name,
        "is_last": cell["is_last"],
    }
