"""Who has blocked whom. Nobody is told that he was blocked: see `games.services.blocks`."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.models import Block, ChallengeSeat


def has_blocked(user_id: int, person_id: int) -> bool:
    """Return whether this user has blocked that person."""
    return Block.objects.filter(user_id=user_id, person_id=person_id).exists()


def blocked_people(user_id: int) -> list[User]:
    """Return whom this user has blocked, the newest first."""
    blocks = Block.objects.filter(user_id=user_id).select_related("person").order_by("-id")
    return [block.person for block in blocks]


def are_apart(user_id: int, others: Iterable[int]) -> bool:
    """Return whether a block, of either side, stands between this user and one of the others."""
    ids = set(others) - {user_id}
    return Block.objects.filter(
        Q(user_id=user_id, person__in=ids) | Q(person_id=user_id, user__in=ids)
    ).exists()


def any_apart(user_ids: Iterable[int]) -> bool:
    """Return whether a block stands between any two of these."""
    ids = list(user_ids)
    return Block.objects.filter(user__in=ids, person__in=ids).exists()


def holds_blocked(user_id: int | None) -> Q:
    """Return the condition on offers in which somebody sits whom a block keeps from this user."""
    if user_id is None:
        return Q(pk__in=[])
    blocks = Block.objects.filter(
        Q(user_id=user_id, person_id=OuterRef("user_id"))
        | Q(person_id=user_id, user_id=OuterRef("user_id"))
    )
    seats = ChallengeSeat.objects.filter(
        Exists(blocks), challenge_id=OuterRef("pk"), state=ChallengeSeat.State.JOINED
    )
    return Q(Exists(seats))
