"""Who is blocked meets the other in no new game, and is not told."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.core.errors import DomainError
from games.models import Block, Challenge, ChallengeSeat, Game, Room
from games.selectors.challenges import lobby_challenges
from games.selectors.chat import chat_view, listeners
from games.selectors.invitations import my_invitations
from games.selectors.rematch import rematch_view
from games.services.blocks import block, unblock
from games.services.bots import bot_users
from games.services.challenges import (
    join_challenge,
    leave_challenge,
    offer_challenge,
    start_challenge,
)
from games.services.chat import mute_person
from games.services.rematch import ask_rematch
from tests.chatting import say_line
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.services.test_play_race import at_once
from tests.services.test_rematch import over

pytestmark = pytest.mark.django_db(transaction=True)

OPEN, LINK, DIRECT = Challenge.Kind.OPEN, Challenge.Kind.LINK, Challenge.Kind.DIRECT


@pytest.fixture
def ada():
    return make_user(username="Ada")


@pytest.fixture
def bob():
    return make_user(username="Bob")


def shut_out(user, person):
    block(user=user, name=person.username, now=NOW)


def join(challenge, user):
    return join_challenge(public_id=challenge.public_id, user=user, token=challenge.token, now=NOW)


def refusal(run, *args):
    """Return code and sentence of a refusal."""
    with pytest.raises(DomainError) as refused:
        run(*args)
    return refused.value.code, refused.value.sentence


def invite(host, *guests):
    return offer_challenge(
        host=host,
        kind=DIRECT,
        seat_count=len(guests) + 1,
        ruleset_key="qwirkle",
        options={},
        invited=guests,
        key=f"key-{Challenge.objects.count()}",
        now=NOW,
    )


def listed(user):
    return {row["public_id"] for row in lobby_challenges(user, NOW)}


@pytest.mark.parametrize("kind", [OPEN, LINK])
def test_an_offer_is_gone_for_who_is_blocked_and_for_who_blocks(kind, ada, bob, client):
    shut_out(ada, bob)
    gone = make_challenge(kind=kind)
    leave_challenge(public_id=gone.public_id, user=gone.host, now=NOW)
    for host, guest in ((ada, bob), (bob, ada)):
        challenge = make_challenge(host=host, kind=kind)
        assert refusal(join, challenge, guest) == refusal(join, gone, guest)
        assert challenge.public_id not in listed(guest)
        assert challenge.public_id in listed(host)
        if kind == LINK:
            client.force_login(guest)
            page = client.get(reverse("invite", args=[challenge.token])).content.decode()
            assert "This invitation is over" in page
        leave_challenge(public_id=challenge.public_id, user=host, now=NOW)


def test_an_offer_of_a_third_one_is_gone_while_the_other_sits_in_it(ada, bob):
    shut_out(ada, bob)
    challenge = make_challenge(seat_count=3)
    join(challenge, ada)
    assert refusal(join, challenge, bob)[0] == "challenge_closed"
    assert challenge.public_id not in listed(bob)
    leave_challenge(public_id=challenge.public_id, user=ada, now=NOW)
    join(challenge, bob)


def test_neither_invites_the_other_and_a_closed_account_gets_the_same_sentence(ada, bob):
    shut_out(ada, bob)
    closed = make_user(is_active=False)
    told = {refusal(invite, *pair) for pair in ((ada, bob), (bob, ada), (bob, closed))}
    assert {code for code, _ in told} == {"not_invitable"}
    assert len(told) == 1


def test_what_waits_with_both_in_it_loses_the_guest_or_the_one_blocked(ada, bob):
    mine, his = make_challenge(host=ada, seat_count=3), make_challenge(host=bob, seat_count=3)
    others = make_challenge(seat_count=3)
    for challenge, guest in ((mine, bob), (his, ada), (others, ada)):
        join(challenge, guest)
    ChallengeSeat.objects.create(challenge=others, user=bob, state=ChallengeSeat.State.INVITED)
    asked = invite(bob, ada)
    shut_out(ada, bob)
    states = {
        (seat.challenge_id, seat.user_id): seat.state
        for seat in ChallengeSeat.objects.filter(user__in=[ada, bob])
    }
    assert states[mine.pk, bob.pk] == states[his.pk, ada.pk] == "declined"
    assert (states[others.pk, ada.pk], states[others.pk, bob.pk]) == ("joined", "declined")
    asked.refresh_from_db()
    assert asked.status == "cancelled"
    assert not my_invitations(ada, NOW)["invites"]


def test_a_game_that_runs_goes_on_and_has_no_rematch(ada, bob):
    running, ended = make_game(ada, bob), over(ada, bob)
    shut_out(ada, bob)
    running.refresh_from_db()
    assert running.is_running
    for user in (ada, bob):
        code, _ = refusal(
            lambda user=user: ask_rematch(public_id=ended.public_id, user=user, now=NOW)
        )
        assert code == "no_rematch"
        seats = list(ended.players.select_related("user").order_by("seat"))
        you = next(seat.seat for seat in seats if seat.user == user)
        assert rematch_view(ended, seats, you) is None


def test_who_blocks_hears_nothing_of_the_other_who_hears_on(ada, bob):
    game = make_game(ada, bob)
    for user in (ada, bob):
        say_line(game, user)
    shut_out(ada, bob)

    def authors(user):
        return [line["name"] for line in chat_view(game, user.pk, Room.TABLE, NOW)["lines"]]

    assert (authors(ada), authors(bob)) == (["Ada"], ["Ada", "Bob"])
    assert (listeners(game, bob.pk), listeners(game, ada.pk)) == ([], [bob])
    code, _ = refusal(lambda: mute_person(name="Bob", user=ada, is_muted=False))
    assert code == "still_blocked"


def test_unblocking_lets_them_meet_again(ada, bob):
    for _ in range(2):
        shut_out(ada, bob)
    assert Block.objects.count() == 1
    for _ in range(2):
        unblock(user=ada, name="bob")
    join(make_challenge(host=ada), bob)
    assert Game.objects.count() == 1


def test_neither_bots_nor_oneself_nor_nobody_can_be_blocked(ada):
    bot = bot_users(("greedy",))[0]
    codes = [
        refusal(lambda name=name: block(user=ada, name=name, now=NOW))[0]
        for name in (bot.username, "Ada", "nobody-here")
    ]
    assert codes == ["bad_request", "bad_request", "no_such_player"]


@pytest.mark.parametrize("seat_count", [2, 3])
def test_a_block_at_the_moment_of_the_join_comes_before_or_after_it(seat_count, ada, bob):
    for _ in range(4):
        challenge = make_challenge(host=ada, seat_count=seat_count)
        at_once(lambda at=challenge: join(at, bob), lambda: shut_out(ada, bob))
        challenge.refresh_from_db()
        if challenge.status == Challenge.Status.OPEN:
            assert not challenge.seats.filter(user=bob, state="joined").exists()
        else:
            assert seat_count == 2
            assert set(challenge.game.players.values_list("user_id", flat=True)) == {ada.pk, bob.pk}
        unblock(user=ada, name="Bob")


def test_a_player_is_blocked_on_his_page_and_unblocked_in_the_settings(ada, bob, client):
    client.force_login(ada)
    page = reverse("profile", args=["Bob"])
    assert "Challenge" in client.get(page).content.decode()
    answer = client.post(reverse("player_block", args=["Bob"]), {"on": "1"}, follow=True)
    assert "You have blocked Bob." in answer.content.decode()
    assert "?invite=Bob" not in answer.content.decode()
    assert "Bob" in client.get(reverse("settings")).content.decode()
    answer = client.post(
        reverse("player_block", args=["Bob"]), {"on": "0", "back": "settings"}, follow=True
    )
    assert answer.redirect_chain[0][0].endswith("#blocked")
    assert not Block.objects.exists()
    assert client.post(reverse("player_block", args=["nobody"]), {"on": "1"}).status_code == 404


def test_who_is_blocked_sees_the_others_page_as_before(ada, bob, client):
    client.force_login(bob)
    page = reverse("profile", args=["Ada"])
    before = client.get(page).context["player"]
    shut_out(ada, bob)
    assert client.get(page).context["player"] == before


def test_the_host_starts_without_who_was_taken_out(ada, bob):
    challenge = make_challenge(host=ada, seat_count=3)
    join(challenge, bob)
    shut_out(ada, bob)
    join(challenge, make_user())
    game = start_challenge(
        public_id=challenge.public_id, user=ada, now=NOW + timedelta(minutes=1)
    ).game
    assert bob.pk not in game.players.values_list("user_id", flat=True)
