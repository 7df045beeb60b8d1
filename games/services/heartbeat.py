"""Stamp signs of life."""

from datetime import datetime

from games.models import Heartbeat


def stamp_heartbeat(*, role: str, now: datetime) -> None:
    """Note that this role works now."""
    Heartbeat.objects.update_or_create(role=role, defaults={"beat_at": now})
