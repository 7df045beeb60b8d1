"""Offers: open, by name, by link, against bots."""

from datetime import timedelta

import pytest

from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.models import Challenge, Game
from games.selectors.challenges import LIFETIME
from games.services.challenges import (
    join_challenge,
    leave_challenge,
    offer_challenge,
    play_bots,
    start_challenge,
    sweep_challenges,
)
from tests.factories import NOW, make_challenge, make_user

pytestmark = pytest.mark.django_db


def offer(host=None, **fields):
    """Open an offer for two seats to everybody."""
    return offer_challenge(
        **{
            "host": host or make_user(),
            "kind": Challenge.Kind.OPEN,
            "seat_count": 2,
            "ruleset_key": "qwirkle",
            "options": {},
            "invited": [],
            "key": "k",
            "now": NOW,
            **fields,
        }
    )


def join(challenge, user=None, token=None):
    """Join as a new user."""
    user = user or make_user()
    return join_challenge(public_id=challenge.public_id, user=user, token=token, now=NOW)


def test_the_last_seat_starts_the_game():
    challenge = join(offer())
    assert challenge.status == "started"
    assert challenge.game.players.count() == 2


def test_three_seats_wait_for_the_third():
    challenge = offer(seat_count=3)
    assert join(challenge).status == "open"
    assert join(challenge).game.players.count() == 3


def test_joining_twice_changes_nothing():
    challenge, guest = offer(seat_count=3), make_user()
    join(challenge, guest)
    assert join(challenge, guest).status == "open"
    assert challenge.seats.count() == 2


def test_one_intent_opens_one_offer():
    host = make_user()
    assert offer(host, key="once") == offer(host, key="once")
    assert Challenge.objects.count() == 1


def test_an_offer_by_name_is_only_for_those_named():
    guest = make_user()
    challenge = offer(kind=Challenge.Kind.DIRECT, invited=[guest])
    with pytest.raises(NotAllowedError) as refusal:
        join(challenge)
    assert refusal.value.code == "not_invited"
    assert join(challenge, guest).status == "started"


def test_an_offer_by_link_needs_the_link():
    challenge = offer(kind=Challenge.Kind.LINK)
    with pytest.raises(NotAllowedError):
        join(challenge)
    with pytest.raises(NotAllowedError):
        join(challenge, token="wrong")
    assert join(challenge, token=challenge.token).status == "started"


def test_an_offer_that_all_invited_declined_is_withdrawn():
    guest = make_user()
    challenge = offer(kind=Challenge.Kind.DIRECT, invited=[guest])
    leave_challenge(public_id=challenge.public_id, user=guest, now=NOW)
    challenge.refresh_from_db()
    assert challenge.status == "cancelled"


def test_the_host_withdraws_his_offer_and_nobody_joins_it_any_more():
    host = make_user()
    challenge = offer(host)
    leave_challenge(public_id=challenge.public_id, user=host, now=NOW)
    with pytest.raises(ConflictError, match="withdrawn") as refusal:
        join(challenge)
    assert refusal.value.code == "challenge_closed"


def test_a_guest_gives_his_seat_back():
    challenge, guest = offer(seat_count=3), make_user()
    join(challenge, guest)
    leave_challenge(public_id=challenge.public_id, user=guest, now=NOW)
    assert challenge.seats.filter(state="joined").count() == 1


def test_the_host_starts_early_with_those_who_are_there():
    host = make_user()
    challenge = offer(host, seat_count=4)
    join(challenge)
    started = start_challenge(public_id=challenge.public_id, user=host, now=NOW)
    assert started.game.players.count() == 2


def test_nobody_else_starts_it_and_nobody_starts_alone():
    host = make_user()
    challenge = offer(host, seat_count=4)
    with pytest.raises(NotAllowedError):
        start_challenge(public_id=challenge.public_id, user=make_user(), now=NOW)
    with pytest.raises(ConflictError) as refusal:
        start_challenge(public_id=challenge.public_id, user=host, now=NOW)
    assert refusal.value.code == "too_few_players"


@pytest.mark.parametrize(
    "change",
    [
        {"seat_count": 1},
        {"seat_count": 5},
        {"ruleset_key": "chess"},
        {"options": {"colour": "red"}},
        {"kind": Challenge.Kind.DIRECT, "invited": []},
    ],
)
def test_an_offer_that_makes_no_sense_is_refused(change):
    with pytest.raises(BadRequestError):
        offer(**change)
    assert not Challenge.objects.exists()


def test_nobody_invites_himself():
    host = make_user()
    with pytest.raises(BadRequestError):
        offer(host, kind=Challenge.Kind.DIRECT, invited=[host])


def test_a_host_keeps_at_most_twenty_offers_open():
    host = make_user()
    for _ in range(20):
        make_challenge(host=host)
    with pytest.raises(ConflictError) as refusal:
        offer(host)
    assert refusal.value.code == "too_many_challenges"


def test_an_offer_that_does_not_exist_is_named():
    with pytest.raises(DomainError) as refusal:
        join_challenge(public_id="none", user=make_user(), token=None, now=NOW)
    assert refusal.value.code == "no_such_challenge"


def against(bots, host=None, key="k"):
    """Start a game against bots."""
    return play_bots(
        host=host or make_user(), bots=bots, ruleset_key="qwirkle", options={}, key=key, now=NOW
    )


@pytest.mark.parametrize(
    "bots", [["greedy"], ["greedy", "careful"], ["random", "greedy", "careful"]]
)
def test_one_to_three_bots_start_a_game_at_once(bots):
    game = against(bots)
    seated = set(game.players.exclude(user__bot_key="").values_list("user__bot_key", flat=True))
    assert seated == set(bots)


@pytest.mark.parametrize("bots", [[], ["greedy"] * 2, ["nobody"], [""], ["a", "b", "c", "d"]])
def test_other_choices_of_bots_are_refused(bots):
    with pytest.raises(BadRequestError):
        against(bots)
    assert not Game.objects.exists()


def test_the_key_of_an_offer_starts_no_game_against_bots():
    host = make_user()
    offer(host, key="once")
    with pytest.raises(ConflictError) as refusal:
        against(["greedy"], host, key="once")
    assert refusal.value.code == "key_reused"


def test_a_double_click_starts_one_game():
    host = make_user()
    assert against(["greedy"], host) == against(["greedy"], host)
    assert Game.objects.count() == 1


def test_an_offer_that_nobody_takes_is_withdrawn_after_a_week():
    old = make_challenge(created_at=NOW - LIFETIME, kind=Challenge.Kind.LINK)
    young = make_challenge(created_at=NOW)
    assert sweep_challenges(now=NOW) == 0
    assert sweep_challenges(now=NOW + timedelta(seconds=1)) == 1
    assert sweep_challenges(now=NOW + timedelta(seconds=1)) == 0
    old.refresh_from_db()
    young.refresh_from_db()
    assert (old.status, young.status) == ("cancelled", "open")
    assert old.closed_at == NOW + timedelta(seconds=1)
