"""What moderators have done, in numbers that name nobody."""

from collections import Counter
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import Category, LogCount, ModerationLog

MONTHS_MAX: Final = 24
SMALL: Final = 5
"""A smaller number is not shown: who knows one of them would know all."""

Action = ModerationLog.Action

MEASURES: Final = (
    Action.WARNING,
    Action.MUTE,
    Action.SHADOW_MUTE,
    Action.BAN_CHAT,
    Action.BAN_RATED,
    Action.BAN_SITE,
    Action.CLOSED,
    Action.RENAMED,
    Action.NO_ACTION,
    Action.LIFTED,
)
APPEALS: Final = (Action.APPEAL_GRANTED, Action.APPEAL_REFUSED)
INNER: Final = frozenset((Action.SNOOZED, Action.APPEAL_ANSWERED))
"""Steps that change nothing for anybody."""

NO_MEASURE: Final = frozenset((Action.NO_ACTION, Action.LIFTED, *APPEALS))


def transparency() -> list[dict[str, Any]]:
    """Return the months with anything to tell, the newest first; two small queries.

    Each has ``month`` (its first day) and the lists ``measures``, ``categories`` (of measures) and
    ``appeals`` of ``name``, ``text`` (a number or "fewer than 5") and ``count``, 0 where it is
    hidden. Nothing that did not happen is listed.
    """
    months = list(
        LogCount.objects.order_by("-month").values_list("month", flat=True).distinct()[:MONTHS_MAX]
    )
    rows = LogCount.objects.filter(month__in=months).exclude(action__in=INNER)
    counts: dict[date, Counter[tuple[str, str]]] = {month: Counter() for month in months}
    for row in rows.values_list("month", "action", "category", "count"):
        counts[row[0]][row[1], row[2]] += row[3]
    return [_month(month, counts[month]) for month in months if counts[month]]


def _month(month: date, counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    by_action: Counter[str] = Counter()
    by_category: Counter[str] = Counter()
    for (action, category), number in counts.items():
        by_action[action] += number
        if category and action not in NO_MEASURE:
            by_category[category] += number
    listed = [action.value for action in MEASURES]
    listed += sorted(by_action.keys() - {*listed, *APPEALS})  # a measure that is new here
    return {
        "month": month,
        "measures": _rows(by_action, [(name, _label(name)) for name in listed]),
        "categories": _rows(by_category, [(one.value, str(one.label)) for one in Category]),
        "appeals": _rows(by_action, [(one.value, str(one.label)) for one in APPEALS]),
    }


def _rows(counts: Counter[str], names: list[tuple[str, str]]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "text": str(counts[key]) if counts[key] >= SMALL else _("fewer than %d") % SMALL,
            "count": counts[key] if counts[key] >= SMALL else 0,
        }
        for key, name in names
        if counts[key]
    ]


def _label(action: str) -> str:
    return str(dict(Action.choices).get(action, action))
