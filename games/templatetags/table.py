"""Small shapes that the templates of the table need and that are no business of a selector."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from django import template

from games.rules.qwirkle.tiles import COLOURS, HAND_SIZE, SHAPES

register = template.Library()

_MINUS: Final = "\u2212"
_TRACKER_SHAPES: Final = "CSDLXE"
"""The columns of the tracker: round, square, square on its corner, then what has more corners."""
_BAR_LEAST: Final = 8
"""Height of the bar of a move without points, in percent."""
_BAR_POINTS: Final = 18
"""So many points fill a bar where nobody scored more."""


class Row(TypedDict):
    """One line of the plain form: a tile of the hand and where it goes; empty text when unset."""

    number: int
    tile: str
    x: str
    y: str


class Slot(TypedDict):
    """One tile of the hand as a box to tick."""

    index: int
    tile: str
    is_ticked: bool


class RackSlot(TypedDict):
    """One place of the rack and the tile in it; no text when it is empty."""

    index: int
    tile: str


class Unseen(TypedDict):
    """How many tiles of one kind the viewer has not seen yet."""

    tile: str
    count: int


class Bar(TypedDict):
    """One move in the replay bar: its number and its height in percent."""

    number: int
    height: int


class Axis(TypedDict):
    """The numbers along the edge of the board, each with its place in the plane."""

    columns: list[int]
    rows: list[int]
    right: int
    bottom: int


@register.filter
def to_json(value: object) -> str:
    """Return JSON text for a ``data-`` attribute; the template's own escaping makes it safe."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@register.filter
def signed(points: int | None) -> str:
    """Return points with their sign, ``+7`` or ``-2`` with a real minus; ``""`` for none."""
    if points is None:
        return ""
    return f"{_MINUS}{-points}" if points < 0 else f"+{points}"


def signed_lead(lead: float) -> str:
    """Return a lead as ``+9.7``, ``-4`` with a real minus, or a plain ``0``."""
    rounded = round(lead, 1)
    text = f"{abs(rounded):.1f}".removesuffix(".0")
    if not rounded:
        return "0"
    return f"{_MINUS}{text}" if rounded < 0 else f"+{text}"


@register.filter
def whole(number: int) -> str:
    """Return a whole number with a real minus sign, as the page writes coordinates."""
    return str(number).replace("-", _MINUS)


@register.filter
def cells_short(cells: Sequence[str]) -> str:
    """Return the first cell of a placement and an arrow: ``["2,4", "3,4"]`` gives ``2,4 →``.

    Args:
        cells: ``"x,y"`` texts of one line, in any order (docs/notation.md section 1).
    """
    places = sorted((int(x), int(y)) for x, _, y in (cell.partition(",") for cell in cells))
    if not places:
        return ""
    first, last = places[0], places[-1]
    arrow = "" if first == last else (" →" if first[1] == last[1] else " ↓")
    return f"{whole(first[0])},{whole(first[1])}{arrow}"


@register.filter
def margin(seats: Sequence[Mapping[str, Any]]) -> int:
    """Return by how many points the winners lead the best of the others; 0 when they do not.

    Somebody who wins because the others resigned may be behind: then there is no margin to tell.
    """
    best = max((seat["score"] for seat in seats if seat["is_winner"]), default=0)
    rest = [seat["score"] for seat in seats if not seat["is_winner"]]
    return max(0, best - max(rest)) if rest else 0


@register.filter
def by_place(seats: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the seats from first to last place; an aborted game has no places to sort by."""
    return sorted(seats, key=lambda seat: (seat["place"] is None, seat["place"] or 0))


@register.filter
def others(seats: Sequence[Mapping[str, Any]]) -> str:
    """Return the names of everybody but the viewer, with commas between."""
    return ", ".join(str(seat["name"]) for seat in seats if not seat["is_you"])


@register.filter
def tracker_cells(unseen: Sequence[Sequence[int]]) -> list[Unseen]:
    """Return the 36 kinds of tiles in reading order with their counts.

    Args:
        unseen: six rows (colours, `COLOURS`) of six counts (shapes, `SHAPES`).
    """
    return [
        {"tile": colour + shape, "count": row[SHAPES.index(shape)]}
        for colour, row in zip(COLOURS, unseen, strict=True)
        for shape in _TRACKER_SHAPES
    ]


@register.filter
def scrub_bars(log: Sequence[Mapping[str, Any]]) -> list[Bar]:
    """Return one bar for each move, oldest first; its height tells the points.

    Args:
        log: newest first.
    """
    most = max([_BAR_POINTS, *(row["points"] for row in log)])
    return [
        {"number": row["number"], "height": _BAR_LEAST + 90 * row["points"] // most}
        for row in reversed(log)
    ]


@register.filter
def replay_number(table: Mapping[str, Any]) -> int:
    """Return the number of the move after which the table is shown, the last one as a rule."""
    then = table.get("then")
    return then["number"] if then else len(table["log"])


@register.filter
def step_to(table: Mapping[str, Any], step: str) -> int:
    """Return the number of the move where a step of the replay leads; 0 before any move.

    Args:
        step: first, prev, next or last.
    """
    now, count = replay_number(table), len(table["log"])
    goal = {"first": 1, "prev": now - 1, "next": now + 1, "last": count}[step]
    return min(max(goal, 1), count)


@register.filter
def rack_slots(hand: Sequence[str] | None) -> list[RackSlot]:
    """Return the places of a rack in the order of the hand, six or more; the rest are empty."""
    tiles = list(hand or ())
    return [
        {"index": index, "tile": tiles[index] if index < len(tiles) else ""}
        for index in range(max(HAND_SIZE, len(tiles)))
    ]


@register.simple_tag
def board_axis(board: Mapping[str, int]) -> Axis:
    """Return the column and row numbers that the plane of the board shows at its edge.

    Args:
        board: ``min_x``, ``min_y``, ``cols`` and ``rows`` of the plane.
    """
    columns = list(range(board["min_x"], board["min_x"] + board["cols"]))
    rows = list(range(board["min_y"], board["min_y"] + board["rows"]))
    return {"columns": columns, "rows": rows, "right": columns[-1], "bottom": rows[-1]}


@register.simple_tag
def placement_rows(values: Mapping[str, str] | None) -> list[Row]:
    """Return the six lines of the plain form, filled with what was sent before a refusal."""
    sent = values or {}
    return [
        {
            "number": number,
            "tile": sent.get(f"tile-{number}", ""),
            "x": sent.get(f"x-{number}", ""),
            "y": sent.get(f"y-{number}", ""),
        }
        for number in range(HAND_SIZE)
    ]


@register.simple_tag
def trade_slots(hand: Sequence[str], values: Any = None) -> list[Slot]:
    """Return the viewer's tiles as boxes to tick, ticked as they were sent before a refusal.

    Args:
        hand: tile texts in the order of the rack.
        values: the query dictionary of the refused form, or None.
    """
    ticked = set(values.getlist("trade")) if hasattr(values, "getlist") else set()
    return [
        {"index": index, "tile": tile, "is_ticked": str(index) in ticked}
        for index, tile in enumerate(hand)
    ]
