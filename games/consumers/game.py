"""Everybody who looks at one table."""

from typing import Any

from channels.db import database_sync_to_async

from games import outbox
from games.consumers.base import SIGNED_OUT, ListeningConsumer
from games.selectors.game import find_game


class GameConsumer(ListeningConsumer):
    """Tells a page that its game has a new version; the page fetches what changed."""

    public_id = ""

    async def groups_to_join(self) -> tuple[str, ...]:
        """Return the table's group, and the user's own when somebody is signed in."""
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        if await self.version() is None:
            return ()
        mine = () if self.user_id is None else (outbox.user_group(self.user_id),)
        return (outbox.game_group(self.public_id), *mine)

    async def greeting(self) -> dict[str, Any]:
        """Return the version, so that a page that missed a step while connecting sees it."""
        return {"version": await self.version()}

    @database_sync_to_async
    def version(self) -> int | None:
        """Return the game's version; None if there is no such game."""
        game = find_game(self.public_id)
        return None if game is None else game.version

    async def game_step(self, event: dict[str, Any]) -> None:
        """Forward the new version to the page of a user who is still welcome."""
        if await self.is_welcome():
            await self.say("step", version=event["version"])
        else:
            await self.close(SIGNED_OUT)

    async def user_games(self, _event: dict[str, Any]) -> None:
        """Say that the user's list of games changed; the page renews its count."""
        await self.say("games")
