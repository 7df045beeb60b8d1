"""Count the moderators' log for the public, a stretch at a time."""

from collections import Counter
from datetime import UTC, date, datetime
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models import F

from games.models import LogCount, ModerationLog
from games.services.read_to import next_rows, take_position

BATCH: Final = 5_000
SWEEP_S: Final = 5.0
"""Seconds; a task is stopped after ten."""

NAME: Final = "transparency"


def count_log(*, now: datetime) -> int:
    """Add what is new in the log to the counts; return how many rows that were."""
    until, total = monotonic() + SWEEP_S, 0
    while monotonic() < until:
        done = count_some(now=now)
        total += done
        if done < BATCH:
            break
    return total


def count_some(*, now: datetime) -> int:
    """Count one batch, each row once; return how many rows that were.

    What a moderator made of a signal is no step against anybody and is left out.
    """
    with transaction.atomic(durable=True):
        position = take_position(NAME, lambda: 0)
        if position is None:
            return 0
        log = ModerationLog.objects.all()
        rows = next_rows(log, position, BATCH, now, "action", "facts", "case__category")
        if not rows:
            return 0
        counts: Counter[tuple[date, str, str]] = Counter(
            (_month(row["created_at"]), row["action"], row["case__category"] or "")
            for row in rows
            if "signal" not in row["facts"]
        )
        for (month, action, category), number in sorted(counts.items()):
            found, _is_new = LogCount.objects.get_or_create(
                month=month, action=action, category=category
            )
            LogCount.objects.filter(pk=found.pk).update(count=F("count") + number)
        position.position = rows[-1]["pk"]
        position.save(update_fields=["position"])
        return len(rows)


def _month(at: datetime) -> date:
    return at.astimezone(UTC).date().replace(day=1)
