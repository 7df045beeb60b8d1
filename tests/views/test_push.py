"""Pushes on a device: who may switch them on, and what a browser is told."""

import json

import pytest
from django.urls import reverse

from games.models import PushSubscription
from games.services.devices import add_device
from tests.factories import NOW, make_user
from tests.pushing import Browser, push_service

pytestmark = pytest.mark.django_db

JSON = {"HTTP_ACCEPT": "application/json"}
BROWSER = Browser()
ENDPOINT = "https://push.example/a"
FIELDS = {"endpoint": ENDPOINT, "p256dh": BROWSER.p256dh, "auth": BROWSER.auth}


@pytest.fixture
def user(client):
    user = make_user()
    client.force_login(user)
    return user


def endpoints(user) -> list[str]:
    return list(PushSubscription.objects.filter(user=user).values_list("endpoint", flat=True))


@pytest.mark.django_db(transaction=True)
def test_a_browser_is_switched_on_gets_a_new_address_and_is_switched_off(client, user):
    assert client.post(reverse("push_subscribe"), FIELDS, **JSON).json() == {"ok": True}
    moved = FIELDS | {"endpoint": "https://push.example/b", "replaces": ENDPOINT}
    client.post(reverse("push_subscribe"), moved, **JSON)
    assert endpoints(user) == ["https://push.example/b"]
    client.post(reverse("push_unsubscribe"), {"endpoint": "https://push.example/b"}, **JSON)
    assert endpoints(user) == []


@pytest.mark.django_db(transaction=True)
def test_a_browser_gets_nothing_more_after_a_sign_out(client, user):
    other = {"p256dh": BROWSER.p256dh, "auth": BROWSER.auth}
    add_device(user=user, endpoint="https://push.example/phone", now=NOW, **other)
    client.post(reverse("push_subscribe"), FIELDS, **JSON)
    client.post(reverse("account_logout"))
    assert endpoints(user) == ["https://push.example/phone"]


@pytest.mark.parametrize(
    "bad",
    [
        {"endpoint": "http://push.example/a"},
        {"endpoint": "https://push.example:22/a"},
        {"endpoint": ""},
        {"p256dh": "x"},
        {"auth": ""},
        {"endpoint": "https://push.example/\x00"},
    ],
)
def test_what_is_no_subscription_is_refused_with_a_sentence(client, user, bad):
    answer = client.post(reverse("push_subscribe"), FIELDS | bad, **JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_device")
    assert endpoints(user) == []


@pytest.mark.django_db(transaction=True)
def test_nobody_removes_somebody_elses_device(client, user):
    other = make_user()
    keys = {"p256dh": BROWSER.p256dh, "auth": BROWSER.auth}
    device = add_device(user=other, endpoint=ENDPOINT, now=NOW, **keys)
    client.post(reverse("push_unsubscribe"), {"device": device.pk})
    client.post(reverse("push_unsubscribe"), {"endpoint": ENDPOINT})
    client.post(reverse("push_unsubscribe"), {"device": "9" * 40})
    assert endpoints(other) == [ENDPOINT]


@pytest.mark.django_db(transaction=True)
def test_a_test_message_arrives_and_not_ten_times(client, user):
    with push_service() as service:
        fields = FIELDS | {"endpoint": f"{service.url}/a"}
        client.post(reverse("push_subscribe"), fields, **JSON)
        first = client.post(reverse("push_test"), {"endpoint": fields["endpoint"]}, **JSON)
        second = client.post(reverse("push_test"), {"endpoint": fields["endpoint"]}, **JSON)
    assert (first.status_code, second.status_code) == (200, 429)
    (received,) = service.received
    assert user.username in json.loads(BROWSER.read(received.body))["body"]


def test_without_a_device_there_is_nothing_to_try(client, user):
    answer = client.post(reverse("push_test"), {"endpoint": ENDPOINT}, **JSON)
    assert answer.json()["code"] == "no_such_device"


def test_the_worker_gets_key_and_token_of_a_signed_in_person_only(client, user):
    answer = client.get(reverse("push_key"))
    assert set(answer.json()) == {"key", "token"}
    assert "no-store" in answer["Cache-Control"]
    client.logout()
    assert client.get(reverse("push_key")).status_code == 302
