"""What people call a pace, and what it comes to."""

from django.utils.translation import gettext as _

from games.core.pace import DAILY, LIVE, PACES, RELAXED, STEADY, UNTIMED, WEEKEND


def pace_name(key: str) -> str:
    """Return the name of a pace, as in "Relaxed"."""
    return {
        RELAXED.key: _("Relaxed"),
        STEADY.key: _("Steady"),
        DAILY.key: _("Daily"),
        WEEKEND.key: _("Weekend-safe"),
        LIVE.key: _("Live"),
        UNTIMED.key: _("No limit"),
    }[key]


def pace_text(key: str) -> str:
    """Return how much time a pace gives, as in "3 days a turn, and 7 days for all turns"."""
    return {
        RELAXED.key: _("3 days a turn, and 7 days more for all turns"),
        STEADY.key: _("2 days, and 12 hours more after each move, up to 5 days"),
        DAILY.key: _("1 day a turn, and 3 days more for all turns"),
        WEEKEND.key: _("2 days a turn; weekends do not count in your zone"),
        LIVE.key: _("10 minutes, and 15 seconds more after each move"),
        UNTIMED.key: _("No clock; for casual games"),
    }[key]


def pace_choices() -> list[tuple[str, str]]:
    """Return all paces as (key, name), in the order in which they are offered."""
    return [(key, pace_name(key)) for key in PACES]
