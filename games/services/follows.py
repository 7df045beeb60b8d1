"""Follow a person, and stop. The person is not told."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError
from games.models import Block, Follow
from games.selectors.profile import find_player
from games.services.retry import retried

FOLLOWS_MAX: Final = 200


@retried
def follow(*, user: User, name: str, now: datetime) -> None:
    """Follow the person called ``name``; following twice changes nothing.

    Raises:
        DomainError: ``no_such_player``.
        BadRequestError: ``bad_request``, oneself, a bot or a closed account.
        ConflictError: ``too_many_follows``, ``still_blocked``.
    """
    person = _person(name)
    if person.is_bot or person.pk == user.pk or not person.is_active:
        raise BadRequestError("bad_request", "Only other people can be followed.")
    with transaction.atomic(durable=True):
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Follow.objects.filter(user=user, person=person).exists():
            return
        if Block.objects.filter(user=user, person=person).exists():
            raise ConflictError("still_blocked", "You have blocked this player; unblock first.")
        if Follow.objects.filter(user=user).count() >= FOLLOWS_MAX:
            raise ConflictError("too_many_follows", "Your list is full; unfollow somebody first.")
        Follow.objects.create(user=user, person=person, created_at=now)


@retried
def unfollow(*, user: User, name: str) -> None:
    """Stop following a person; whom he does not follow he need not stop following.

    Raises:
        DomainError: ``no_such_player``.
    """
    Follow.objects.filter(user=user, person=_person(name)).delete()


def part(user: User, person: User) -> None:
    """End what these two follow of each other. Lock: call inside the transaction of a block."""
    Follow.objects.filter(Q(user=user, person=person) | Q(user=person, person=user)).delete()


def _person(name: str) -> User:
    person = find_player(name)
    if person is None:
        raise DomainError("no_such_player", "There is no player of this name.")
    return person
