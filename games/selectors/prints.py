"""What the boards of Expansion 1 show on their cells."""

from typing import Any

from games.rules.qwirkle.modules.boards.layout import layout_of
from games.rules.qwirkle.state import Observation


def prints_of(seen: Observation) -> list[dict[str, Any]]:
    """Return the printed cells, row by row, as ``x``, ``y``, ``kind`` and ``points``.

    ``kind`` is ``start`` (a tile lies there at the start), ``bonus`` (with its points), ``star``
    (a disc still lies there), ``spent`` (a star cell without its disc) or ``centre`` (the start
    square of the Select side). None without boards.

    Source: rules 4.1, 4.2.
    """
    kept = seen.public_extras.get("boards")
    if kept is None:
        return []
    layout = layout_of(seen.options["boards"])
    discs = {tuple(cell) for cell in kept["discs"]}
    kinds = dict.fromkeys(layout.start, "start")
    kinds |= dict.fromkeys(layout.bonuses, "bonus")
    kinds |= {cell: "star" if cell in discs else "spent" for cell in layout.stars}
    kinds |= dict.fromkeys(layout.centre, "centre")
    return [
        {"x": x, "y": y, "kind": kinds[x, y], "points": layout.bonuses.get((x, y))}
        for x, y in sorted(kinds, key=lambda cell: cell[::-1])
    ]
