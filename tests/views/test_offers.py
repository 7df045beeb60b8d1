"""What an offer tells: how long it stays, who sees the game, how soon its host answers."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.core.pace import LIVE
from games.models import Challenge, Game, Ply, Presence
from games.selectors.challenges import challenge_row, lobby_challenges
from games.selectors.replies import ANSWERS_MIN, reply_time
from games.services.challenges import HOST_AWAY, join_challenge, sweep_challenges
from games.services.rematch import ask_rematch
from tests.accounts.test_signup import sign_up
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.services.test_rematch import over

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


def answered(user, waits, **fields):
    """Make a game in which this user answers after each of these times."""
    game = make_game(user, make_user(), **fields)
    seat, at, number = game.players.get(user=user).seat, NOW, game.version
    for wait in waits:
        for mover, moment in ((1 - seat, at), (seat, at + wait)):
            Ply.objects.create(game=game, number=number, seat=mover, move="pass", played_at=moment)
            number += 1
        at += wait + HOUR
    game.players.update(has_moved=True)
    return game


def test_the_private_wish_of_the_form_reaches_offer_game_and_rematch(client):
    host, guest = make_user(), make_user()
    client.force_login(host)
    form = {"key": "k", "kind": "open", "seat_count": "2", "is_private": "on"}
    client.post(reverse("challenge_create"), form)
    challenge = Challenge.objects.get()
    assert challenge.is_private
    client.force_login(guest)
    assert "private" in client.get(reverse("lobby")).content.decode()
    join_challenge(public_id=challenge.public_id, user=guest, token=None, now=NOW)
    game = Game.objects.get()
    assert game.is_private
    ended = over(host, guest, is_private=True)
    for user in (host, guest):
        rematch = ask_rematch(public_id=ended.public_id, user=user, now=NOW)
    assert rematch.game.is_private


@pytest.mark.parametrize(("age", "left"), [(0, 7), (1, 7), (25, 6), (7 * 24 - 1, 1), (7 * 24, 1)])
def test_an_offer_tells_its_host_the_begun_days_that_are_left(age, left):
    challenge = make_challenge()
    row = challenge_row(challenge, challenge.host_id, NOW + age * HOUR)
    assert row["days_left"] == left


def test_who_comes_by_an_invitation_is_led_back_to_it_after_the_sign_up(client):
    challenge = make_challenge(kind=Challenge.Kind.LINK, created_at=timezone.now())
    address = reverse("invite", args=[challenge.token])
    page = client.get(address).content.decode()
    assert challenge.host.username in page
    assert f"{reverse('account_signup')}?next={address}" in page
    assert sign_up(client, next=address).url == address
    assert "Join" in client.get(address).content.decode()


def test_an_open_offer_is_withdrawn_after_three_days_without_its_host():
    late = NOW + HOST_AWAY + HOUR
    away, here, back, by_link = (
        make_challenge(),
        make_challenge(),
        make_challenge(host=make_user(last_login=NOW + 2 * HOUR)),
        make_challenge(kind=Challenge.Kind.LINK),
    )
    Presence.objects.create(user=away.host, seen_at=NOW)
    Presence.objects.create(user=here.host, seen_at=NOW + 2 * HOUR)
    assert sweep_challenges(now=late) == 1
    for challenge in (away, here, back, by_link):
        challenge.refresh_from_db()
    assert [one.status for one in (away, here, back, by_link)] == ["cancelled"] + ["open"] * 3


def test_the_median_of_the_hosts_answers_stands_in_his_offer():
    host = make_user()
    answered(host, [HOUR] * 3 + [30 * HOUR] * 2)
    answered(host, [timedelta(seconds=5)] * 9, pace=LIVE)
    assert reply_time(host.pk) == HOUR
    make_challenge(host=host, host_reply=reply_time(host.pk))
    rows = lobby_challenges(make_user(), NOW)
    assert rows[0]["host_reply"] == HOUR


def test_too_few_answers_tell_nothing(django_assert_num_queries):
    host = make_user()
    answered(host, [HOUR] * (ANSWERS_MIN - 1))
    with django_assert_num_queries(2):
        assert reply_time(host.pk) is None
