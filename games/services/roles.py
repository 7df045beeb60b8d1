"""The roles of moderators: groups with their permissions, written after every migration."""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth.models import Group, Permission

_LOOK: Final = ("view_moderationlog", "view_sanction", "view_report")

_LEDGER: Final = ("view_game", "view_ratingchange")

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "Moderators: chat": (
        *_LOOK, "handle_chat", "warn", "mute", "ban_chat", "hide_line", "lift", "view_chatline",
    ),
    "Moderators: conduct": (
        *_LOOK, "handle_conduct", "warn", "ban_rated", "rename", "lift", "view_game", "add_pause",
    ),
    "Moderators: ratings": (
        *_LOOK, *_LEDGER, "view_recalculation", "start_recalculation", "handle_cheat", "annul",
        "reset_rating",
    ),
    "Moderators: fair play": (
        *_LOOK, *_LEDGER, "handle_cheat", "warn", "ban_rated", "ban_site", "close_account", "lift",
        "reveal", "view_signal",
    ),
    "Moderators: appeals": ("view_moderationlog", "view_sanction", "decide_appeal", "lift"),
    "Moderators: ladder": (
        *_LOOK, *_LEDGER, "handle_conduct", "ban_rated", "annul", "lift",
    ),
}  # fmt: skip
"""The permissions of each role, all of this app."""


def ensure_roles() -> None:
    """Create the roles that are missing and give each its permissions; others are left alone."""
    for name, codenames in ROLES.items():
        group, _ = Group.objects.get_or_create(name=name)
        found = Permission.objects.filter(content_type__app_label="games", codename__in=codenames)
        group.permissions.set(found)
