"""Challenges on a ladder: when they are refused, and with which code."""

from datetime import timedelta

import pytest

from games.core.errors import DomainError
from games.core.pool import POOLS
from games.models import Block, Rating, Vacation
from games.selectors.ladder_challenges import challenges_view
from games.services.challenges import join_challenge, leave_challenge
from games.services.ladder_challenges import challenge_on_ladder
from tests.factories import NOW
from tests.services.test_pairing import DUEL, member, waiting

pytestmark = pytest.mark.django_db


def challenge(host, person, key="k", now=NOW, pool=DUEL):
    return challenge_on_ladder(
        host=host,
        name=person.username,
        pool_key=pool,
        ruleset_key="qwirkle",
        pace="daily",
        key=key,
        now=now,
    )


def code(*args, **fields):
    """Return with which code a challenge is refused."""
    with pytest.raises(DomainError) as refusal:
        challenge(*args, **fields)
    return refusal.value.code


def test_a_challenge_is_seen_by_both_and_accepted_becomes_a_ladder_game():
    host, guest = member(), waiting()
    made = challenge(host, guest)
    assert challenge(host, guest) == made
    assert len(challenges_view(guest, POOLS[0], NOW)["incoming"]) == 1
    assert len(challenges_view(host, POOLS[0], NOW)["outgoing"]) == 1
    game = join_challenge(public_id=made.public_id, user=guest, token=None, now=NOW).game
    assert (game.ladder, game.is_rated, game.pace) == (DUEL, True, "daily")


def test_who_cannot_be_challenged_at_all():
    host, away, far, blocked = member(), waiting(), waiting(), waiting()
    Vacation.objects.create(user=away, started_at=NOW, ends_at=NOW + timedelta(days=2))
    Rating.objects.create(user=far, pool=DUEL, value=1_801_000)
    Block.objects.create(user=blocked, person=host, created_at=NOW)
    assert code(host, host) == "yourself"
    assert code(host, member()) == "not_on_ladder"
    assert code(host, away) == "is_away"
    assert code(host, far) == "too_far"
    assert code(host, blocked) == "takes_none"
    assert code(away, far) == "you_are_away"
    assert code(host, far, pool="qwirkle-table") == "duels_only"


def test_the_same_two_wait_for_an_answer_and_then_for_a_week():
    host, guest, other = member(), waiting(), waiting()
    first = challenge(host, guest)
    assert code(host, guest, "again") == "already_open"
    join_challenge(public_id=first.public_id, user=guest, token=None, now=NOW)
    assert code(host, guest, "again") == "already_playing"
    declined = challenge(host, other, "other")
    leave_challenge(public_id=declined.public_id, user=other, now=NOW)
    assert code(host, other, "again") == "too_soon"
    assert challenge(host, other, "later", NOW + timedelta(days=8))


def test_nobody_has_more_than_three_out_or_in():
    host, guest = member(), waiting()
    for number in range(3):
        challenge(host, waiting(), f"k{number}")
        challenge(member(), guest)
    assert code(host, waiting(), "k4") == "too_many_out"
    assert code(member(), guest) == "too_many_in"
