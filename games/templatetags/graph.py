"""`{% lead_graph table %}`: everybody's lead over the table's average, round by round."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import template
from django.utils.translation import gettext as _

from games.core.types import Seat
from games.templatetags.table import signed_lead

register = template.Library()

LEFT, RIGHT, TOP, BOTTOM = 26.0, 228.0, 10.0, 96.0
"""Where the lines live in a picture of 288 by 116 user units; names stand to their right."""
LABEL_X, LABEL_GAP, LABEL_MAX = 237, 13.0, 104.0
"""Names stand at least `LABEL_GAP` apart and none below `LABEL_MAX`."""
LEAST_SPAN: Final = 4.0
"""The picture shows at least so many points up and down, so that close games look close."""
STEPS: Final = (5, 10, 20, 50, 100, 200)
STEPS_MAX: Final = 4
NAME_MAX: Final = 8
KINDS: Final = ("b", "c", "d")
"""Line styles of the others in turn order: dashed, dotted, both."""


class Scale(NamedTuple):
    """From points of lead to places in the picture."""

    low: float
    high: float

    def y(self, lead: float) -> float:
        """Return the height of a lead."""
        return BOTTOM - (lead - self.low) * (BOTTOM - TOP) / (self.high - self.low)

    @property
    def ticks(self) -> list[int]:
        """The leads at which a line is drawn across: 0, and a few round numbers around it."""
        span = self.high - self.low
        step = next((step for step in STEPS if span / step <= STEPS_MAX), STEPS[-1])
        return [lead for lead in range(-step * 9, step * 10, step) if self.low <= lead <= self.high]


def leads(log: Sequence[Mapping[str, Any]], ends: Sequence[int], seats: int) -> list[list[float]]:
    """Return for each seat its lead over the table's average: at 0 and at each of some stops.

    Args:
        log: newest first; ``number``, ``seat`` and ``total`` of each row are read.
        ends: numbers of the plies after which a point stands, ascending.
        seats: how many players there are.
    """
    scores = [0] * seats
    series: list[list[float]] = [[0.0] for _seat in range(seats)]
    stops = set(ends)
    for row in reversed(log):
        scores[row["seat"]] = row["total"]
        if row["number"] in stops:
            average = sum(scores) / seats
            for line, score in zip(series, scores, strict=True):
                line.append(score - average)
    return series


def spread(heights: Sequence[float]) -> list[float]:
    """Return heights for the names beside these line ends, so that no two overlap.

    Each stays as near its line as it can and their order is that of the lines.
    """
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed: dict[int, float] = {}
    least = 0.0
    for index in order:
        placed[index] = max(heights[index], least)
        least = placed[index] + LABEL_GAP
    most = LABEL_MAX
    for index in reversed(order):
        placed[index] = min(placed[index], most)
        most = placed[index] - LABEL_GAP
    return [placed[index] for index in range(len(heights))]


def kinds(seats: Sequence[Mapping[str, Any]]) -> dict[Seat, str]:
    """Return each seat's line style: ``me`` for the viewer, else by turn order.

    Nobody is "me" to somebody who watches; then the first seat has a solid line in ink, ``a``.
    """
    first, *others = seats
    styles = {first["seat"]: "me" if first["is_you"] else "a"}
    return styles | {seat["seat"]: kind for seat, kind in zip(others, KINDS, strict=False)}


@register.inclusion_tag("games/_graph.html")
def lead_graph(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `_graph.html` draws.

    Args:
        table: ``log``, ``round_ends``, ``result`` and ``seats`` of a table's view, the viewer's
            seat first.
    """
    log, seats, then = table["log"], table["seats"], table.get("then")
    # A round that is not over yet would show the one who has moved as being ahead.
    ends = {*table["round_ends"], len(log)} if table["result"] else set(table["round_ends"])
    stops = sorted({0, *ends})
    width = (RIGHT - LEFT) / max(1, len(log))
    by_seat = leads(log, stops, len(seats))
    every = [lead for line in by_seat for lead in line]
    scale = Scale(min(-LEAST_SPAN, *every), max(LEAST_SPAN, *every))
    style = kinds(seats)
    names = spread([scale.y(by_seat[seat["seat"]][-1]) + 4 for seat in seats])
    lines = [
        {
            "kind": style[seat["seat"]],
            "name": _short(seat["name"]),
            "name_y": f"{name_y:.1f}",
            "points": _points(by_seat[seat["seat"]], stops, scale, width),
            "end_y": f"{scale.y(by_seat[seat['seat']][-1]):.1f}",
        }
        for seat, name_y in zip(seats, names, strict=True)
    ]
    said = ", ".join(f"{seat['name']} {signed_lead(by_seat[seat['seat']][-1])}" for seat in seats)
    return {
        "lines": lines[::-1],  # the viewer's own line lies on top
        "ticks": [
            {"text": signed_lead(lead), "y": f"{scale.y(lead):.1f}", "is_zero": lead == 0}
            for lead in scale.ticks
        ],
        "plies": len(log),
        "end_x": f"{LEFT + stops[-1] * width:.1f}",
        "label": _("Lead over the average, round by round. Now: %(leads)s") % {"leads": said},
        "label_x": LABEL_X,
        "mark_x": f"{LEFT + (then['number'] if then else len(log)) * width:.1f}",
        "has_mark": then is not None,
        "left": LEFT,
        "right": RIGHT,
    }


def _points(line: Sequence[float], stops: Sequence[int], scale: Scale, width: float) -> str:
    """Return a line as the ``points`` of a polyline; ``x`` goes by plies, as rounds may differ.

    Args:
        width: of one ply, in user units.
    """
    return " ".join(
        f"{LEFT + stop * width:.1f},{scale.y(lead):.1f}"
        for stop, lead in zip(stops, line, strict=True)
    )


def _short(name: str) -> str:
    return name if len(name) <= NAME_MAX else f"{name[: NAME_MAX - 1]}…"
