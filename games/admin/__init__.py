"""Games in the admin: to look, not to change."""

from games.admin.chat import ChatLineAdmin, ChatReportAdmin
from games.admin.games import GameAdmin

__all__ = ["ChatLineAdmin", "ChatReportAdmin", "GameAdmin"]
