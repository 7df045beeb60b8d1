"""Re-exports the models."""

from accounts.models.user import RESERVED_NAMES, Palette, Theme, User, UserManager, check_username

__all__ = ["RESERVED_NAMES", "Palette", "Theme", "User", "UserManager", "check_username"]
