"""Note who is on the site."""

from datetime import datetime, timedelta

from games.models import Presence

FRESH = timedelta(seconds=45)
"""A note this young is left alone: somebody with ten windows open is written down once."""


def note_presence(*, user_id: int, now: datetime) -> None:
    """Remember that this user has a page open now."""
    noted = Presence.objects.filter(user_id=user_id)
    if noted.filter(seen_at__gt=now - FRESH).exists():
        return
    if not noted.update(seen_at=now):
        # Two sockets of one newcomer may be here at once; the second insert is no mistake.
        Presence.objects.bulk_create(
            [Presence(user_id=user_id, seen_at=now)], ignore_conflicts=True
        )
