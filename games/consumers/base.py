"""What every socket does: prove who listens, join groups, say whether live updates work."""

import asyncio
import json
import time
from contextlib import suppress
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils import timezone
from redis.exceptions import RedisError

from games import limits
from games.consumers.liveness import WAIT_S, is_layer_live
from games.consumers.seen import user_seen
from games.core.limits import limit_of

_SessionStore = import_module(settings.SESSION_ENGINE).SessionStore

WATCH_EVERY_S = 4.0
SESSION_CHECK_EVERY = 15
"""Rounds of the watch between two looks at the session, in case a message about it was lost."""

SEEN_EVERY = 15
"""Rounds of the watch between two signs of life of the person behind the socket."""

SECOND_LOOK_S = 1.0

LOOK_EVERY_S = 2.0
"""Looks that follow each other faster are one."""

SIGNED_OUT = 4401
TRY_AGAIN = 4503
BAD_MESSAGE = 4400
BAD_MESSAGES_MAX = 3
TOO_MANY = 4429

ONLY_LISTENS = "This socket only listens. Send moves and lines with the forms of the page."

MESSAGES_RATE = "100/10s"
"""What one socket may send; a page sends a few a minute."""


class ListeningConsumer(AsyncWebsocketConsumer):
    """A socket that only listens.

    When the channel layer is gone, the socket says ``{"type": "live", "live": false}`` and the
    page polls until it hears ``true``. A socket that comes while the layer is gone is refused;
    the page polls then too, and tries again.
    """

    joining: tuple[str, ...] = ()
    public_id = ""
    """Of the game whose table this page shows; empty for other pages."""

    looked_at = -LOOK_EVERY_S
    is_live = True
    bad_messages = 0
    user_id: int | None = None
    place = ""
    """Under which this socket is counted as an open one, if it is."""

    watch: asyncio.Task[None] | None = None
    second_look: asyncio.Task[None] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin to count what comes in."""
        super().__init__(*args, **kwargs)
        self.messages = limit_of(MESSAGES_RATE)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket; without a channel layer refuse it instead of failing."""
        if not await is_layer_live():
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return
        try:
            await super().__call__(scope, receive, send)
        except RedisError:  # it went since the last look, in which case a socket has no channel
            await send({"type": "websocket.close", "code": TRY_AGAIN})
        finally:
            for task in (self.watch, self.second_look):
                if task is not None:  # a socket that failed was never disconnected
                    task.cancel()
            if self.place:
                limits.leave(self.place)

    async def groups_to_join(self) -> tuple[str, ...]:
        """Return the groups this socket listens to; empty means the socket is refused."""
        raise NotImplementedError

    async def greeting(self) -> dict[str, Any]:
        """Return what the page needs to know at once; read after the groups are joined."""
        return {}

    async def connect(self) -> None:
        """Accept, join, greet. Joining comes before reading, so that no step falls between."""
        self.user_id = getattr(self.scope.get("user"), "pk", None)
        if not self.has_found_place():
            await self.accept()  # only a socket that was open can say why it closes
            await self.close(TOO_MANY)
            return
        self.joining = await self.groups_to_join()
        if not self.joining:
            await self.close()
            return
        await self.accept()
        try:
            async with asyncio.timeout(WAIT_S):
                for group in self.joining:
                    await self.channel_layer.group_add(group, self.channel_name)
        except Exception:  # noqa: BLE001  the broker went just now; the page tries again
            await self.close(TRY_AGAIN)
            return
        await self.say("hello", live=True, **await self.greeting())
        self.watch = asyncio.create_task(self.keep_watch())

    def has_found_place(self) -> bool:
        """Return whether one more socket of this visitor may open, and count it if so.

        Surplus windows are refused before they count as connects, so that they do not keep the
        others from coming back.
        """
        key = limits.visitor_key(self.user_id, limits.address_in_scope(self.scope))
        is_visitor = self.user_id is None
        most = settings.SOCKETS_PER_ADDRESS if is_visitor else settings.SOCKETS_PER_USER
        if not limits.enter(key, most=most):
            return False
        if limits.take("sockets", key):
            limits.leave(key)
            return False
        self.place = key
        return True

    async def disconnect(self, _code: int) -> None:
        """Leave the groups; a broker that is gone has forgotten us anyway."""
        if self.watch is not None:
            self.watch.cancel()
        with suppress(Exception):
            async with asyncio.timeout(WAIT_S):
                for group in self.joining:
                    await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, note a look; anything else is a mistake, and the third closes the socket.

        So does a flood. A look says that the page is in sight, which an open socket alone does not.
        """
        if self.messages.take("", time.monotonic()):
            await self.close(BAD_MESSAGE)
            return
        kind = "" if text_data is None else _kind_of(text_data)
        if kind == "ping":
            await self.say("pong")
            return
        if kind == "looking":
            await self.say_looking()
            return
        self.bad_messages += 1
        if self.bad_messages >= BAD_MESSAGES_MAX:
            await self.close(BAD_MESSAGE)
        else:
            await self.say("error", code="bad_request", error=ONLY_LISTENS)

    async def say(self, kind: str, **facts: Any) -> None:
        """Send one small JSON message."""
        await self.send(json.dumps({"type": kind, **facts}))

    async def keep_watch(self) -> None:
        """Tell the page when live updates stop and when they are back; look after the session."""
        rounds = 0
        while True:
            if rounds % SEEN_EVERY == 0:
                await self.say_seen()
            await asyncio.sleep(WATCH_EVERY_S)
            rounds += 1
            with suppress(DatabaseError):  # the next round asks again
                if rounds % SESSION_CHECK_EVERY == 0:
                    await self.close_unless_welcome()
                is_live = await is_layer_live()
                if is_live != self.is_live:
                    await self.say("live", live=is_live, **await self.greeting())
                    self.is_live = is_live

    async def say_seen(self) -> None:
        """Tell whoever keeps note that this person has a page open; whether it worked is no matter.

        A busy database must not hold up the other sockets, so this has a thread of its own.
        """
        await self._say(public_id="")

    async def say_looking(self) -> None:
        """Tell whoever keeps note that this person looks at this game, now and then."""
        now = time.monotonic()
        if self.public_id and now - self.looked_at > LOOK_EVERY_S:
            self.looked_at = now
            await self._say(public_id=self.public_id)

    async def _say(self, *, public_id: str) -> None:
        if self.user_id is None:
            return
        tell = database_sync_to_async(user_seen.send_robust, thread_sensitive=False)
        await tell(type(self), user_id=self.user_id, now=timezone.now(), public_id=public_id)

    async def session_check(self, _event: dict[str, Any]) -> None:
        """Close unless welcome, now or a second from now.

        Django tells of a sign-out just before it ends the session, so the first look may be early.
        """
        await self.close_unless_welcome()
        self.second_look = asyncio.create_task(self.look_again())

    async def look_again(self) -> None:
        """Look once more at the session, after a moment."""
        await asyncio.sleep(SECOND_LOOK_S)
        await self.close_unless_welcome()

    async def close_unless_welcome(self) -> None:
        """Close unless the session that opened this socket still belongs to its user."""
        if not await self.is_welcome():
            await self.close(SIGNED_OUT)

    @database_sync_to_async
    def is_welcome(self) -> bool:
        """Return whether the session still belongs to the user who opened the socket."""
        if self.user_id is None:
            return True
        request = HttpRequest()
        # A fresh store: the one in the scope remembers what it read when the socket opened.
        request.session = _SessionStore(self.scope["session"].session_key)
        user = get_user(request)
        return user.is_active and user.pk == self.user_id


def _kind_of(text: str) -> str:
    """Return what a message of the page is, ``ping`` or ``looking``; nothing for anything else."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    known = ({"type": "ping"}, {"type": "looking"})
    return str(message["type"]) if message in known else ""
