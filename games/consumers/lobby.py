"""Everybody who looks at the open offers."""

from typing import Any

from games import outbox
from games.consumers.user import UserConsumer


class LobbyConsumer(UserConsumer):
    """Tells the lobby that an offer came, went or filled; a visitor may listen too."""

    async def groups_to_join(self) -> tuple[str, ...]:
        """Return the lobby's group, and the user's own for offers that only he sees."""
        return (outbox.lobby_group(), *await super().groups_to_join())

    async def lobby_offers(self, _event: dict[str, Any]) -> None:
        """Forward the hint; what has changed the page fetches."""
        await self.say("offers")
