"""What leaves after a commit: the only code that talks to the channel layer and the queue.

Everything sent here is a hint and may be lost: pages poll, and the sweep finds due bot turns in
the database. So nothing here raises, and nothing waits longer than `PUBLISH_WAIT_S`.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Game

logger = logging.getLogger(__name__)

PUBLISH_WAIT_S = 0.5
"""Long enough for a busy machine, short enough that nobody notices a hung broker."""

PAUSE_S = 5.0
"""After a failure the broker is left alone this long, so that moves stay fast without it."""

BOT_TURN_TASK = "games.play_bot_turn"

NOTICES_TASK = "games.send_notices"

RECALCULATION_TASK = "games.recalculate"

EXPORTS_TASK = "games.write_exports"

TASK_NAMES = (BOT_TURN_TASK, NOTICES_TASK, RECALCULATION_TASK, EXPORTS_TASK)
"""Every task that is sent by name; `games.checks` asserts that Celery knows each."""

_closed_until = 0.0
_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="outbox")
"""Talks to the queue: a broker that accepts and never answers holds up this thread alone."""


def game_group(public_id: str) -> str:
    """Return the channel group of everybody who looks at one table."""
    return f"game.{public_id}"


def user_group(user_id: int) -> str:
    """Return the channel group of one user's windows."""
    return f"user.{user_id}"


def lobby_group() -> str:
    """Return the channel group of everybody who looks at the lobby."""
    return "lobby"


def chat_group(public_id: str, room: str) -> str:
    """Return the channel group of everybody who is in one room of a game's chat."""
    return f"chat.{public_id}.{room}"


def announce_game(game: Game, user_ids: Iterable[int]) -> None:
    """After commit, tell the table its new version, its players' windows, and a due bot."""
    step = {"type": "game.step", "version": game.version}
    _after_commit(partial(_publish, [(game_group(game.public_id), step)]))
    announce_users(user_ids)
    if game.bot_due_at is not None:
        _after_commit(partial(enqueue_bot_turn, game.pk, game.version))


def announce_clock(game: Game, user_ids: Iterable[int]) -> None:
    """After commit, tell the table that its clock stands, runs or has more time, and the lists."""
    _after_commit(partial(_publish, [(game_group(game.public_id), {"type": "game.clock"})]))
    announce_users(user_ids)


def announce_chat(game: Game, room: str, number: int) -> None:
    """After commit, tell those in a room that it has a line of this number; never what it says.

    The number 0 says that a line among the earlier ones is another one now.
    """
    line = {"type": "chat.line", "room": room, "number": number}
    _after_commit(partial(_publish, [(chat_group(game.public_id, room), line)]))


def announce_users(user_ids: Iterable[int]) -> None:
    """After commit, tell these users' windows that their lists have changed."""
    messages = [(user_group(user_id), {"type": "user.games"}) for user_id in user_ids]
    _after_commit(partial(_publish, messages))


def announce_notices() -> None:
    """After commit, wake whoever sends mails and pushes."""
    _after_commit(partial(_enqueue, NOTICES_TASK, (), "the sweep will send what is due"))


def announce_recalculation() -> None:
    """After commit, wake whoever recalculates ratings."""
    _after_commit(partial(_enqueue, RECALCULATION_TASK, (), "the sweep will take it up"))


def announce_exports() -> None:
    """After commit, wake whoever writes the copies that people ask for."""
    _after_commit(partial(_enqueue, EXPORTS_TASK, (), "the sweep will write the copy"))


def announce_lobby() -> None:
    """After commit, tell everybody in the lobby that the open offers have changed."""
    _after_commit(partial(_publish, [(lobby_group(), {"type": "lobby.offers"})]))


def announce_sign_out(user_id: int) -> None:
    """After commit, make every socket of this user prove its session again."""
    _after_commit(partial(_publish, [(user_group(user_id), {"type": "session.check"})]))


def enqueue_bot_turn(game_pk: int, version: int) -> None:
    """Send a bot's turn to the queue; the sweep repeats it if this is lost."""
    _enqueue(BOT_TURN_TASK, (game_pk, version), f"the sweep will find game {game_pk}")


def _enqueue(task: str, arguments: tuple[int, ...], consequence: str) -> None:
    if _is_closed():
        return
    try:
        _sender.submit(_send_task, task, arguments).result(timeout=PUBLISH_WAIT_S)
    except Exception as error:  # noqa: BLE001  whatever ails the broker, the sweep mends it
        _leave_alone(consequence, error)


def _send_task(task: str, arguments: tuple[int, ...]) -> None:
    current_app.send_task(task, args=arguments, retry=False)


def is_live() -> bool:
    """Return whether the last message could be sent, as far as this process knows."""
    return not _is_closed()


def _after_commit(send: Callable[[], None]) -> None:
    transaction.on_commit(send, robust=True)


def _publish(messages: list[tuple[str, dict[str, Any]]]) -> None:
    """Send each message to its group within `PUBLISH_WAIT_S` in all; never raise."""
    if _is_closed():
        return
    try:
        async_to_sync(_send_all)(messages)
    except Exception as error:  # noqa: BLE001  whatever ails the broker, pages poll instead
        _leave_alone("pages poll instead", error)


async def _send_all(messages: list[tuple[str, dict[str, Any]]]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    async with asyncio.timeout(PUBLISH_WAIT_S):
        for group, message in messages:
            await layer.group_send(group, message)


def _is_closed() -> bool:
    return time.monotonic() < _closed_until


def _leave_alone(consequence: str, error: Exception) -> None:
    global _closed_until  # noqa: PLW0603  one breaker a process
    _closed_until = time.monotonic() + PAUSE_S
    logger.warning("The broker is out of reach, %s: %r", consequence, error)
