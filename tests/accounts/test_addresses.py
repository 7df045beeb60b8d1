"""A change of address is undone from the old one (E7)."""

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AddressChange
from accounts.services.addresses import UNDO_AGE
from games.tasks.people import sweep_people
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "another long password"


def change_address(client, address: str) -> str:
    """Change the address of who is signed in; return the undo link of the mail to the old one."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"email": address, "action_add": ""})
    path = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", mail.outbox[-1].body)[1]
    client.post(path)
    found = re.search(r"https?://[^/]+(/address/undo/\S+)", mail.outbox[-1].body)
    return found[1] if found else ""


@pytest.fixture
def ada(client):
    """Somebody with a confirmed address; the client is a thief who knows the password."""
    user = make_user(username="Ada", email="old@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.force_login(user)
    return user


def test_the_old_address_takes_the_account_back_without_signing_in(client, ada):
    undo = change_address(client, "thief@example.org")
    change_address(client, "thief2@example.org")
    Authenticator.objects.create(user=ada, type="totp", data={})
    owner = Client()
    assert owner.get(undo).status_code == 200
    ada.refresh_from_db()
    assert ada.email == "thief2@example.org"  # a look alone changes nothing
    form = owner.post(undo, follow=True)
    assert client.get(reverse("sessions")).status_code == 302
    fields = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    owner.post(form.request["PATH_INFO"], fields)
    ada.refresh_from_db()
    assert ada.email == "old@example.org"
    assert ada.check_password(NEW_PASSWORD)
    assert [str(one) for one in EmailAddress.objects.filter(user=ada)] == ["old@example.org"]
    assert not Authenticator.objects.exists()
    assert not AddressChange.objects.filter(undone_at__isnull=True).exists()
    assert owner.post(undo).status_code == 400


def test_the_link_works_for_seven_days(client, ada):
    undo = change_address(client, "new@example.org")
    with time_machine.travel(timezone.now() + UNDO_AGE, tick=False):
        assert Client().get(undo).status_code == 404
        assert Client().post(undo).status_code == 400
        sweep_people()
        assert not AddressChange.objects.exists()
    ada.refresh_from_db()
    assert ada.email == "new@example.org"


def test_an_address_that_was_never_confirmed_gets_no_such_right(client):
    user = make_user(username="Bo_", email="typo@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    client.force_login(user)
    assert change_address(client, "right@example.org") == ""
    assert not AddressChange.objects.exists()


def test_an_address_that_somebody_else_has_confirmed_since_is_not_taken_from_him(client, ada):
    undo = change_address(client, "new@example.org")
    other = make_user(email="old@example.org")
    EmailAddress.objects.create(user=other, email=other.email, verified=True, primary=True)
    answer = Client().post(undo)
    assert answer.status_code == 400
    assert "Another account has confirmed this address since" in answer.content.decode()


@pytest.mark.parametrize("token", ["x", "a:b:c", "\x00", "%F0%9F", "x" * 3000])
def test_a_made_up_link_is_no_link(token):
    path = reverse("address_undo", args=["T"]).replace("T", token)
    assert Client().get(path).status_code == 404
    assert Client().post(path).status_code == 400
