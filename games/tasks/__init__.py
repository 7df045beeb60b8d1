"""What Celery runs; each task calls one service. Imported here so that Celery finds them."""

from games.tasks import (
    bots,
    challenges,
    clocks,
    heartbeat,
    ladder,
    ladder_tables,
    moderation,
    notices,
    people,
    ratings,
)

__all__ = [
    "bots",
    "challenges",
    "clocks",
    "heartbeat",
    "ladder",
    "ladder_tables",
    "moderation",
    "notices",
    "people",
    "ratings",
]
