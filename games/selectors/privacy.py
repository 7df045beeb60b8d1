"""What somebody lets others see and do: the one place that decides it.

Not to be switched off are ratings and places on the ladder, which belong to everybody who plays
rated, games that can be watched, and how well somebody keeps his games.
"""

from collections.abc import Sequence

from accounts.models import User
from games.models import Follow, Privacy
from games.selectors.blocks import any_apart


def privacy_of(user: User) -> Privacy:
    """Return a user's switches; who never touched them has the usual ones.

    Args:
        user: with ``privacy`` selected, or it costs a query.
    """
    try:
        return user.privacy
    except Privacy.DoesNotExist:
        return Privacy(user=user)


def shows_statistics(person: User, viewer_id: int | None) -> bool:
    """Return whether a viewer may see somebody's figures, results and history of ratings.

    Args:
        viewer_id: primary key of the user who looks; None for a visitor.
    """
    if person.deleted_at is not None:
        return False
    if person.pk == viewer_id:
        return True
    audience = privacy_of(person).statistics
    is_member = viewer_id is not None
    return audience == Privacy.Audience.EVERYBODY or (
        audience == Privacy.Audience.MEMBERS and is_member
    )


def shows_presence(person: User) -> bool:
    """Return whether others may see that somebody is here, at the table too."""
    return person.is_bot or privacy_of(person).shows_presence


def takes_invitations(person: User, host_id: int) -> bool:
    """Return whether somebody may be invited by this host, as far as his switches go."""
    hosts = privacy_of(person).invitations
    if hosts == Privacy.Hosts.FOLLOWED:
        return Follow.objects.filter(user=person, person_id=host_id).exists()
    return hosts == Privacy.Hosts.EVERYBODY


def may_invite(host: User, guests: Sequence[User]) -> bool:
    """Return whether a host may invite all of these: none closed, blocked, or unwilling.

    It tells not which, so that nobody learns of a block.
    """
    if any(not guest.is_active for guest in guests) or any_apart(
        user.pk for user in (host, *guests)
    ):
        return False
    return all(takes_invitations(guest, host.pk) for guest in guests)
