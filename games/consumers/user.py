"""One user's windows outside a table."""

from typing import Any

from games import outbox
from games.consumers.base import ListeningConsumer


class UserConsumer(ListeningConsumer):
    """Tells home and lobby that the user's lists have changed."""

    async def groups_to_join(self) -> tuple[str, ...]:
        """Return the user's own group; visitors have none and are refused."""
        return () if self.user_id is None else (outbox.user_group(self.user_id),)

    async def user_games(self, _event: dict[str, Any]) -> None:
        """Forward the hint."""
        await self.say("games")
