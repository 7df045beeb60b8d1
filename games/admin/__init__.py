"""Games in the admin: to look, not to change."""

from games.admin.games import GameAdmin

__all__ = ["GameAdmin"]
