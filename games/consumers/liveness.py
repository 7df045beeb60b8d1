"""Whether the channel layer answers, asked once for all sockets of a process."""

import asyncio
import time

from channels.layers import get_channel_layer

WAIT_S = 1.0
FRESH_S = 2.0
"""An answer this young is good for everybody who asks."""

_PROBE = ("live.probe", {"type": "live.probe"})

_asked_at = 0.0
_answer = True


async def is_layer_live() -> bool:
    """Return whether a message could be published just now."""
    global _asked_at, _answer  # noqa: PLW0603  one answer a process
    if time.monotonic() - _asked_at < FRESH_S:
        return _answer
    _asked_at = time.monotonic()
    _answer = await _probe()
    return _answer


async def _probe() -> bool:
    layer = get_channel_layer()
    if layer is None:
        return False
    try:
        async with asyncio.timeout(WAIT_S):
            await layer.group_send(*_PROBE)
    except Exception:  # noqa: BLE001  whatever ails the broker, pages poll instead
        return False
    return True
