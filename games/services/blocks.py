"""Block a person, and unblock: the two meet in no new game and hear nothing of each other's talk.

The person blocked is told nothing; an offer that he may not have is to him one that is gone.
Games that run go on.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError
from games.models import Block, Challenge, ChallengeSeat
from games.selectors.profile import find_player
from games.services.challenges import announce_offer, give_seat_back
from games.services.follows import part
from games.services.retry import retried

BLOCKS_MAX: Final = 200


@retried
def block(*, user: User, name: str, now: datetime) -> None:
    """Block the person called ``name``; offers that wait with both in them lose one of the two.

    Blocking twice changes nothing.

    Raises:
        DomainError: ``no_such_player``.
        BadRequestError: ``bad_request``, oneself or a bot.
        ConflictError: ``too_many_blocks``.

    Lock: every open offer in which one of the two sits. Who joins at the same moment is either
    in before, and then gets his seat back here, or comes after and is refused.
    """
    person = _person(name)
    if person.is_bot or person.pk == user.pk:
        raise BadRequestError("bad_request", "Only other people can be blocked.")
    with transaction.atomic(durable=True):
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        offers = _lock_offers(user, person)
        if Block.objects.filter(user=user, person=person).exists():
            return
        if Block.objects.filter(user=user).count() >= BLOCKS_MAX:
            raise ConflictError("too_many_blocks", "Your list is full; unblock somebody first.")
        Block.objects.create(user=user, person=person, created_at=now)
        part(user, person)
        for challenge in offers:
            _part(challenge, user, person, now)


@retried
def unblock(*, user: User, name: str) -> None:
    """Take a person off the list; who is not on it stays off it.

    Raises:
        DomainError: ``no_such_player``.
    """
    Block.objects.filter(user=user, person=_person(name)).delete()


def _person(name: str) -> User:
    person = find_player(name)
    if person is None:
        raise DomainError("no_such_player", "There is no player of this name.")
    return person


def _lock_offers(user: User, person: User) -> list[Challenge]:
    seats = ChallengeSeat.objects.filter(
        user__in=[user, person],
        challenge__status=Challenge.Status.OPEN,
    )
    offers = Challenge.objects.filter(
        pk__in=seats.values("challenge_id"), status=Challenge.Status.OPEN
    )
    return list(offers.select_for_update(of=("self",)).order_by("pk"))


def _part(challenge: Challenge, user: User, person: User, now: datetime) -> None:
    """Take one of the two out of an offer that both are in: the guest, or the person blocked."""
    inside = challenge.seats.exclude(state=ChallengeSeat.State.DECLINED)
    if inside.filter(user__in=[user, person]).count() == 2:
        give_seat_back(challenge, user if challenge.host_id == person.pk else person, now)
        announce_offer(challenge)
