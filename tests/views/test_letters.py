"""The links of a mail: whom they let in, and what they change."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.core.notices import Channel, Event
from games.models import Notice, NoticeChoice
from games.services.letter_links import (
    LINK_LIFE,
    LetterLink,
    StopLink,
    letter_url,
    stop_url,
)
from tests.factories import make_game, make_user
from tests.table import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return play(make_game(make_user(username="Ada"), make_user(username="Bo"))).game


@pytest.fixture
def ada(game):
    return game.players.get(user__username="Ada").user


@pytest.fixture
def notice(game, ada):
    return Notice.objects.create(
        user=ada, event=Event.CHAT, key="told", game=game, created_at=timezone.now()
    )


@pytest.fixture
def link(game, ada, notice):
    return letter_url(LetterLink(ada.pk, notice.pk, game.get_absolute_url()))


def is_read(notice) -> bool:
    notice.refresh_from_db()
    return notice.read_at is not None


def test_the_addressee_lands_at_his_game_and_has_seen_the_notice(client, link, game, ada, notice):
    client.force_login(ada)
    answer = client.get(link)
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    assert is_read(notice)


def test_a_mail_that_is_passed_on_hands_over_neither_account_nor_hand(client, link, game, notice):
    answer = client.get(link)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Sign in as Ada" in page
    assert f"next={link.removeprefix('http://testserver')}" in page
    assert game.get_absolute_url() in page
    assert "_auth_user_id" not in client.session
    assert client.get(game.get_absolute_url()).context["table"]["hand"] is None
    assert not is_read(notice)


def test_somebody_else_is_told_for_whom_the_link_is(client, link, notice):
    client.force_login(make_user(username="Cy"))
    page = client.get(link).content.decode()
    assert "You are signed in as Cy" in page
    assert "This link is for Ada" in page
    assert not is_read(notice)


def test_the_link_to_a_private_game_shows_strangers_no_board(client, link, game):
    type(game).objects.filter(pk=game.pk).update(is_private=True)
    answer = client.get(link)
    assert answer.status_code == 200
    assert game.get_absolute_url() not in answer.content.decode()
    assert "plane" not in answer.context


def test_a_link_ends_after_two_weeks(client, link, ada):
    client.force_login(ada)
    with time_machine.travel(timezone.now() + LINK_LIFE + timedelta(minutes=1), tick=False):
        answer = client.get(link)
    assert answer.status_code == 410
    assert "too old" in answer.content.decode()


def test_a_forged_link_opens_nothing(client, link, game, ada):
    client.force_login(ada)
    stop = stop_url(StopLink(ada.pk, Event.CHAT))
    for forged in (
        link[:-3] + "x/",
        "/letters/x/",
        "/letters/" + "x" * 900 + "/",
        stop.removesuffix("stop/"),  # a good signature of the other kind
        link + "stop/",
    ):
        assert client.get(forged).status_code == 404, forged
        assert client.post(forged).status_code in {404, 405}
    assert not NoticeChoice.objects.exists()


@pytest.fixture
def stranger() -> Client:
    """A mailbox's own button: no cookie, no token."""
    return Client(enforce_csrf_checks=True)


def test_looking_at_the_stop_link_changes_nothing(stranger, ada):
    url = stop_url(StopLink(ada.pk, Event.YOUR_TURN))
    for look in (stranger.get, stranger.head):
        assert look(url).status_code == 200
    assert "Stop these mails" in stranger.get(url).content.decode()
    assert not NoticeChoice.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_one_click_stops_the_mails_of_one_event_and_nothing_else(stranger, ada):
    url = stop_url(StopLink(ada.pk, Event.YOUR_TURN))
    with time_machine.travel(timezone.now() + timedelta(days=700), tick=False):
        for _ in range(2):
            answer = stranger.post(url, {"List-Unsubscribe": "One-Click"})
            assert answer.status_code == 200
    choice = NoticeChoice.objects.get()
    assert (choice.user, choice.event, choice.channel) == (ada, Event.YOUR_TURN, Channel.EMAIL)
    assert not choice.is_on
    assert "_auth_user_id" not in stranger.session
    assert reverse("settings") in answer.content.decode()
