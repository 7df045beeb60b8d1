"""Pushes go to a real push service on this machine, and a browser reads them."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest

from games.models import PushKey, PushSubscription
from games.services.channel import ChannelError
from games.services.devices import DEVICES_MAX, add_device
from games.services.letters import compose, speaking_to
from games.services.pusher import FAILURES_MAX, Push, push_of, push_to_all, site_keys
from tests.factories import NOW, make_game, make_user
from tests.pushing import Browser, PushService, push_service
from tests.table import play

pytestmark = pytest.mark.django_db(transaction=True)

PUSH = Push({"title": "Your turn"}, "game.x", "normal", timedelta(hours=1))


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def browser() -> Browser:
    return Browser()


def device_at(service: PushService, browser: Browser, user, path: str = "/a") -> PushSubscription:
    endpoint = f"{service.url}{path}"
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    return add_device(user=user, endpoint=endpoint, now=NOW, **keys)


def test_only_the_browser_can_read_a_push_and_the_service_knows_how_to_treat_it(service, browser):
    game = play(make_game()).game
    user = game.players.get(seat=game.to_move).user
    device_at(service, browser, user)
    with speaking_to(user):
        letter = compose(user=user, kind="turn", game=game)
    push_to_all(user, push_of(letter, count=3, ttl=timedelta(hours=5)), now=NOW)
    (received,) = service.received
    other = game.players.exclude(seat=game.to_move).get().user.username
    assert other.encode() not in received.body
    said = json.loads(browser.read(received.body))
    assert said["title"] == f"Your turn against {other}"
    assert said["body"].startswith(f"{other} placed")
    assert (said["url"], said["count"]) == (game.get_absolute_url(), 3)
    headers = received.headers
    assert headers["content-encoding"] == "aes128gcm"
    assert (headers["ttl"], headers["urgency"]) == ("18000", "normal")
    assert headers["authorization"].endswith(f"k={site_keys().public}")


def test_a_newer_turn_of_a_game_takes_the_place_of_the_older_and_of_no_other_games(
    service, browser
):
    user = make_user()
    device_at(service, browser, user)
    for topic in ("game.x", "game.x", "game.y"):
        push_to_all(user, PUSH._replace(topic=topic), now=NOW)
    first, second, other = (received.headers["topic"] for received in service.received)
    assert first == second != other
    assert len(first) == 32


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(service, browser, status):
    user = make_user()
    device_at(service, browser, user)
    service.answers["/a"] = (status, {})
    with pytest.raises(ChannelError) as caught:
        push_to_all(user, PUSH, now=NOW)
    assert (caught.value.code, caught.value.is_permanent) == ("device_gone", True)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_push_service_is_asked_again_when_it_wants(service, browser, status):
    user = make_user()
    device_at(service, browser, user)
    service.answers["/a"] = (status, {"Retry-After": "120"})
    with pytest.raises(ChannelError) as caught:
        push_to_all(user, PUSH, now=NOW)
    assert (caught.value.is_permanent, caught.value.retry_after_s) == (False, 120)
    assert PushSubscription.objects.get().failures == 0


def test_one_device_that_takes_a_message_is_enough(service, browser):
    user = make_user()
    device_at(service, browser, user)
    device_at(service, browser, user, "/b")
    service.answers["/a"] = (503, {})
    push_to_all(user, PUSH, now=NOW)
    assert [received.path for received in service.received] == ["/a", "/b"]


def test_a_redirect_is_not_followed_and_refusals_in_a_row_end_a_device(service, browser):
    user = make_user()
    device_at(service, browser, user)
    service.answers["/a"] = (302, {"Location": f"{service.url}/elsewhere"})
    for _ in range(FAILURES_MAX):
        with pytest.raises(ChannelError, match="push_refused"):
            push_to_all(user, PUSH, now=NOW)
    assert {received.path for received in service.received} == {"/a"}
    with pytest.raises(ChannelError, match="no_device"):
        push_to_all(user, PUSH, now=NOW)


def test_a_device_whose_address_leads_into_our_network_gets_nothing(browser, settings):
    user = make_user()
    with push_service() as service:
        device_at(service, browser, user)
        settings.PUSH_ENDPOINT_HOSTS = []
        with pytest.raises(ChannelError, match="device_gone"):
            push_to_all(user, PUSH, now=NOW)
        assert service.received == []


def test_a_service_that_does_not_answer_is_tried_again(browser):
    user = make_user()
    with push_service() as service:
        device_at(service, browser, user)
    with pytest.raises(ChannelError) as caught:
        push_to_all(user, PUSH, now=NOW)
    assert (caught.value.code, caught.value.is_permanent) == ("push_unreachable", False)


def test_a_browser_belongs_to_whoever_switched_it_on_last(service, browser):
    ada, bo = make_user(), make_user()
    device_at(service, browser, ada)
    device_at(service, browser, bo)
    assert PushSubscription.objects.get().user == bo


def test_the_newest_devices_of_a_person_are_kept(service, browser):
    user = make_user()
    for number in range(DEVICES_MAX + 2):
        device_at(service, browser, user, f"/{number}")
    kept = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert kept == {f"{service.url}/{number}" for number in range(2, DEVICES_MAX + 2)}


def test_the_site_has_one_pair_of_keys():
    assert site_keys() == site_keys()
    assert PushKey.objects.count() == 1
