"""The queue and the channel layer: one broker, reached by URL or by a Unix socket."""

from typing import Any, NamedTuple

import environ

# The queue is only the fast path: due bot turns are rows, and the sweep finds them again.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep-bots": {
        "task": "games.sweep_bots",
        "schedule": 5.0,  # seconds
        "options": {"expires": 15},
    },
    "sweep-deadlines": {
        "task": "games.sweep_deadlines",
        "schedule": 10.0,
        "options": {"expires": 20},
    },
    "sweep-challenges": {
        "task": "games.sweep_challenges",
        "schedule": 60.0,
        "options": {"expires": 120},
    },
    "sweep-bans": {
        "task": "games.sweep_bans",
        "schedule": 60.0,
        "options": {"expires": 120},
    },
    "sweep-signals": {
        "task": "games.sweep_signals",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "count-log": {
        "task": "games.count_log",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "sweep-notices": {
        "task": "games.sweep_notices",
        "schedule": 20.0,
        "options": {"expires": 40},
    },
    "recalculate": {
        "task": "games.recalculate",
        "schedule": 15.0,
        "options": {"expires": 30},
    },
    "forget-notices": {
        "task": "games.forget_notices",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "pair-ladder": {
        "task": "games.pair_ladder",
        "schedule": 60.0,
        "options": {"expires": 50},  # a late round makes way for the next
    },
    "sweep-ladders": {
        "task": "games.sweep_ladders",
        "schedule": 60.0,
        "options": {"expires": 120},
    },
    "write-exports": {
        "task": "games.write_exports",
        "schedule": 20.0,
        "options": {"expires": 40},
    },
    "delete-accounts": {
        "task": "games.delete_accounts",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "sweep-people": {
        "task": "games.sweep_people",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "heartbeat": {
        "task": "games.heartbeat",
        "schedule": 15.0,
        "options": {"expires": 30},
    },
}
CELERY_TIMEZONE = "UTC"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # state lives in our tables
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True  # acks late alone loses a killed child's task
CELERY_TASK_SOFT_TIME_LIMIT = 10  # seconds; shorter than the lease on a bot turn
CELERY_TASK_TIME_LIMIT = 13
# Once more at once, for a connection that a restarted broker has cut; a request never waits.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,  # seconds; longer than any task may run
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "health_check_interval": 10,
    # kombu's own default tries for six seconds, and a request would wait; worker and beat have
    # their own, longer patience (broker_connection_max_retries).
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}


class BrokerUrls(NamedTuple):
    """Where Celery and the channel layer find the broker; empty text means there is none."""

    celery: str
    channels: str

    def channel_layer(self) -> dict[str, Any]:
        """Return the entry for `CHANNEL_LAYERS`; one process alone can do without a broker.

        The pubsub layer, because the core layer closes idle sockets with redis-py 8
        (docs/decisions/0006).
        """
        if not self.channels:
            return {"BACKEND": "channels.layers.InMemoryChannelLayer"}
        return {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [self.channels]},
        }


def broker_urls(env: environ.Env) -> BrokerUrls:
    """Return the broker's addresses from REDIS_URL, else from QWIRKLE_BROKER, a socket's path."""
    url = env.str("REDIS_URL", "")
    if url:
        return BrokerUrls(celery=url, channels=url)
    path = env.str("QWIRKLE_BROKER", "")
    if path:
        return BrokerUrls(celery=f"redis+socket://{path}", channels=f"unix://{path}")
    return BrokerUrls(celery="memory://", channels="")
