"""A channel layer for bad weather: it drops, repeats and reorders the news of a table (T12)."""

import logging
from itertools import cycle
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer

logger = logging.getLogger(__name__)

# Of ten messages three are lost, three come twice, two come after their successor. Two of the
# losses are in a row, so that a window misses a whole round.
_FATES = cycle(
    ("drop", "repeat", "hold", "pass", "repeat", "drop", "drop", "hold", "repeat", "pass")
)


class LossyLayer(RedisPubSubChannelLayer):
    """The layer of production, except for what becomes of ``game.step``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._held: list[tuple[str, dict[str, Any]]] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send, lose, repeat or keep back one message."""
        layer = self._get_layer()
        if message["type"] != "game.step":
            await layer.group_send(group, message)
            return
        fate = next(_FATES)
        logger.info("%s: version %s", fate, message["version"])
        if fate == "hold":
            self._held.append((group, message))
            return
        sent = {"drop": 0, "pass": 1, "repeat": 2}[fate]
        for _ in range(sent):
            await layer.group_send(group, message)
        while self._held and sent:
            await layer.group_send(*self._held.pop())
