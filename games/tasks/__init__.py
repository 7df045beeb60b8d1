"""What Celery runs; each task calls one service. Imported here so that Celery finds them."""

from games.tasks import bots, heartbeat

__all__ = ["bots", "heartbeat"]
