"""Store what somebody lets others see."""

from accounts.models import User
from games.models import Privacy
from games.services.retry import retried


@retried
def save_privacy(*, user: User, statistics: str, invitations: str, shows_presence: bool) -> None:
    """Store all switches of a user.

    Args:
        statistics: one of `Privacy.Audience`.
        invitations: one of `Privacy.Hosts`.
    """
    Privacy.objects.update_or_create(
        user=user,
        defaults={
            "statistics": statistics,
            "invitations": invitations,
            "shows_presence": shows_presence,
        },
    )
