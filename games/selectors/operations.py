"""What should have happened by now and has not: for those who keep the site running."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Min

from games.core.clock import GRACE
from games.models import Delivery, Game, Heartbeat, Notice
from games.selectors.health import BOT_DELAY_MAX, health

FAILED_SHOWN = 20


def operations(now: datetime) -> dict[str, Any]:
    """Return how the site's duties stand; ids, codes and times only.

    Returns:
        ``oldest``: the delivery that waits longest beyond its time, or None. ``counts``: deliveries
        by channel and state. ``unrouted``: notices nobody has looked at, with ``number`` and
        ``since``. ``failed``: the last deliveries that were given up. ``overdue``: clocks that ran
        out and are not judged, ``reminders`` and ``bots`` that are late, each with ``number`` and
        ``since``. ``beats``: the last sign of life by role. ``health``: as the health page has it.
    """
    late = Delivery.objects.filter(
        state__in=[Delivery.State.WAITING, Delivery.State.SENDING], due_at__lte=now
    )
    counts = Delivery.objects.values("channel", "state").annotate(number=Count("pk"))
    failed = Delivery.objects.filter(state=Delivery.State.FAILED).order_by("-pk")
    games = Game.objects.filter(status=Game.Status.RUNNING)
    return {
        "oldest": late.order_by("due_at", "pk").first(),
        "counts": [
            row | {"state_name": Delivery.State(row["state"]).label}
            for row in counts.order_by("channel", "state")
        ],
        "unrouted": Notice.objects.filter(routed_at__isnull=True).aggregate(
            number=Count("pk"), since=Min("created_at")
        ),
        "failed": list(failed[:FAILED_SHOWN]),
        "overdue": games.filter(deadline_at__lt=now - GRACE).aggregate(
            number=Count("pk"), since=Min("deadline_at")
        ),
        "reminders": games.filter(reminder_at__lte=now).aggregate(
            number=Count("pk"), since=Min("reminder_at")
        ),
        "bots": games.filter(bot_due_at__lte=now - BOT_DELAY_MAX).aggregate(
            number=Count("pk"), since=Min("bot_due_at")
        ),
        "beats": list(Heartbeat.objects.order_by("role")),
        "health": health(now),
    }
