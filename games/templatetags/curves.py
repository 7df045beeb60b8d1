"""Ratings over time: `{% spark points %}` in a row, `{% rating_chart curve %}`, and their signs."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()

SPARK_EDGE: Final = 3.0
WIDTH, HEIGHT = 1000.0, 200.0
"""User units of the chart, which is stretched to its place."""
STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 500)
LINES_MAX: Final = 6
LEAST_SPAN: Final = 40
"""The chart shows at least so many points up and down, so that small changes look small."""
ROOM: Final = 0.045
"""So much of the height stays free above and below."""
DATES: Final = 6
YEAR: Final = timedelta(days=366)
SHORT: Final = timedelta(days=62)
"""Up to here dates are days, then months, and after a year months with their year."""

_MINUS: Final = "\N{MINUS SIGN}"


@register.filter
def change_text(points: int) -> str:
    """Return a change of rating as "+31", "-37" with a real minus, or "±0"."""
    if not points:
        return "±0"
    return f"+{points}" if points > 0 else f"{_MINUS}{-points}"


@register.filter
def change_class(points: int) -> str:
    """Return the class that colours a change."""
    return "even" if not points else "up" if points > 0 else "down"


@register.filter
def moved_mark(ranks: int) -> str:
    """Return how many ranks somebody has moved, as seen: "▲2", "▼1" or a dash."""
    return f"▲{ranks}" if ranks > 0 else f"▼{-ranks}" if ranks else "\N{EN DASH}"


@register.filter
def moved_text(ranks: int) -> str:
    """Return how many ranks somebody has moved, as said aloud."""
    if not ranks:
        return gettext("same rank")
    text = gettext("up %(n)s") if ranks > 0 else gettext("down %(n)s")
    return text % {"n": abs(ranks)}


@register.simple_tag
def spark(points: Sequence[float], width: int = 120, height: int = 30) -> SafeString:
    """Return a small curve of these points, evenly spaced, its end marked; decoration only."""
    low, high = min(points), max(points)
    span = (high - low) or 1.0
    step = (width - 4 - 2) / max(1, len(points) - 1)
    spots = [
        (2 + number * step, height - SPARK_EDGE - (point - low) * (height - 2 * SPARK_EDGE) / span)
        for number, point in enumerate(points if high > low else [low + 0.5 for _ in points])
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    return format_html(
        '<svg class="spark" viewBox="0 0 {w} {h}" width="{w}" height="{h}" aria-hidden="true">'
        '<polyline points="{line}"/><circle cx="{x}" cy="{y}" r="2.6"/></svg>',
        w=width,
        h=height,
        line=line,
        x=f"{spots[-1][0]:.1f}",
        y=f"{spots[-1][1]:.1f}",
    )


@register.inclusion_tag("games/_rating_chart.html")
def rating_chart(curve: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `_rating_chart.html` draws.

    Args:
        curve: from `games.selectors.rating_history.rating_curve`.
    """
    since, until, points = curve["since"], curve["until"], curve["points"]
    values = [value for _moment, value in points]
    low, high = _range(values)
    length = max(until - since, timedelta(seconds=1))
    spots = [
        (WIDTH * ((moment - since) / length), HEIGHT * (high - value) / (high - low))
        for moment, value in points
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    texts = [_said(moment, value, until) for moment, value in points]
    return {
        "line": line,
        "area": f"0,{HEIGHT:.0f} {line} {WIDTH:.0f},{HEIGHT:.0f}",
        "ticks": [
            {
                "value": tick,
                "y": f"{HEIGHT * (high - tick) / (high - low):.1f}",
                "at": f"{100 * (high - tick) / (high - low):.1f}",
            }
            for tick in _ticks(low, high)
        ],
        "dates": _dates(since, until),
        "cursor": json.dumps(
            [
                [round(x / WIDTH, 4), round(y / HEIGHT, 4), text]
                for (x, y), text in zip(spots, texts, strict=True)
            ]
        ),
        "label": gettext("Rating from %(first)s to %(last)s, %(since)s until now")
        % {"first": values[0], "last": values[-1], "since": _day(since, until)},
        "rows": [
            {"day": _day(moment, until), "value": value, "change": value - earlier}
            for (_then, earlier), (moment, value) in reversed(list(pairwise(points[:-1])))
        ],
    }


def _range(values: Sequence[int]) -> tuple[float, float]:
    """Return the rating at the bottom and at the top of the chart."""
    spare = max(0.0, (LEAST_SPAN - (max(values) - min(values))) / 2)
    low, high = min(values) - spare, max(values) + spare
    room = (high - low) * ROOM
    return low - room, high + room


def _ticks(low: float, high: float) -> list[int]:
    """Return the round ratings at which a line is drawn across."""
    step = next((step for step in STEPS if (high - low) / step <= LINES_MAX), STEPS[-1])
    first = -int(-low // step) * step
    return list(range(first, int(high) + 1, step))


def _dates(since: datetime, until: datetime) -> list[str]:
    """Return the words below the chart, evenly spaced in time."""
    length = until - since
    if length <= SHORT:
        form, count = "j M", DATES
    elif length <= YEAR:
        form, count = "M", DATES
    else:
        form, count = "M Y", DATES // 2
    moments = [since + length * number / count for number in range(count)]
    return [*(date_format(timezone.localtime(at), form) for at in moments), gettext("Now")]


def _day(moment: datetime, until: datetime) -> str:
    """Return a day, with its year where that is not this one."""
    local = timezone.localtime(moment)
    is_now = local.year == timezone.localtime(until).year
    return date_format(local, "j M" if is_now else "j M Y")


def _said(moment: datetime, value: int, until: datetime) -> str:
    return gettext("%(day)s, %(value)s") % {"day": _day(moment, until), "value": value}
