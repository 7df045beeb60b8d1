"""Everybody who looks at one table."""

from typing import Any

from channels.db import database_sync_to_async

from games import outbox
from games.consumers.base import SIGNED_OUT, ListeningConsumer
from games.models import Room
from games.selectors.chat import newest_numbers, rooms_of
from games.selectors.game import find_game


class GameConsumer(ListeningConsumer):
    """Tells a page that its game has a new version or a line of chat; the page fetches it."""

    rooms: tuple[Room, ...] = ()

    async def groups_to_join(self) -> tuple[str, ...]:
        """Return the table's group; for somebody signed in his own and those of his rooms too."""
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        if await self.version() is None:
            return ()
        mine = () if self.user_id is None else (outbox.user_group(self.user_id),)
        self.rooms = await self.rooms_to_enter()
        chats = (outbox.chat_group(self.public_id, room) for room in self.rooms)
        return (outbox.game_group(self.public_id), *mine, *chats)

    async def greeting(self) -> dict[str, Any]:
        """Return version and newest lines, so that a page sees what it missed while connecting."""
        lines = await self.newest_lines()
        return {"version": await self.version()} | ({"chat": lines} if lines else {})

    @database_sync_to_async
    def version(self) -> int | None:
        """Return the game's version; None if there is no such game."""
        game = find_game(self.public_id, self.user_id)
        return None if game is None else game.version

    @database_sync_to_async
    def rooms_to_enter(self) -> tuple[Room, ...]:
        """Return the rooms of the chat that the user may enter; a seat is never given away."""
        game = find_game(self.public_id, self.user_id)
        return () if game is None else rooms_of(game, self.user_id)

    @database_sync_to_async
    def newest_lines(self) -> dict[str, int]:
        """Return the number of the newest line of each room."""
        game = find_game(self.public_id, self.user_id)
        return {} if game is None else newest_numbers(game, self.rooms)

    async def game_step(self, event: dict[str, Any]) -> None:
        """Forward the new version to the page of a user who is still welcome."""
        if await self.is_welcome():
            await self.say("step", version=event["version"])
        else:
            await self.close(SIGNED_OUT)

    async def game_clock(self, _event: dict[str, Any]) -> None:
        """Say that the clock stands, runs or has more time; the version is as it was."""
        await self.say("clock")

    async def chat_line(self, event: dict[str, Any]) -> None:
        """Forward the number of a new line to the page of a user who is still welcome."""
        if await self.is_welcome():
            await self.say("chat", chat={event["room"]: event["number"]})
        else:
            await self.close(SIGNED_OUT)

    async def user_games(self, _event: dict[str, Any]) -> None:
        """Say that the user's list of games changed; the page renews its count."""
        await self.say("games")
