"""Whether every part of the site works, from the outside."""

from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Heartbeat

WORKER_SILENCE_MAX = timedelta(seconds=60)
BOT_DELAY_MAX = timedelta(seconds=60)


def health(now: datetime) -> dict[str, Any]:
    """Return ``ok`` and what it is made of: the worker's sign of life, the oldest due bot turn.

    Times are seconds; None means never, or none due.
    """
    beat = Heartbeat.objects.filter(role="worker").values_list("beat_at", flat=True).first()
    oldest = (
        Game.objects.filter(bot_due_at__isnull=False)
        .order_by("bot_due_at")
        .values_list("bot_due_at", flat=True)
        .first()
    )
    worker_age = None if beat is None else now - beat
    bot_age = None if oldest is None else now - oldest
    is_worker_fine = worker_age is not None and worker_age <= WORKER_SILENCE_MAX
    are_bots_fine = bot_age is None or bot_age <= BOT_DELAY_MAX
    return {
        "ok": is_worker_fine and are_bots_fine,
        "worker_silent_s": None if worker_age is None else round(worker_age.total_seconds()),
        "bot_overdue_s": None if bot_age is None else round(bot_age.total_seconds()),
    }
