"""Sign-up: what is taken, what is reserved, and what a stranger cannot learn."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from accounts.models import User
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

SIGNUP = {"username": "lin", "email": "lin@example.org", "password1": PASSWORD}


def sign_up(client, **fields):
    return client.post(reverse("account_signup"), {**SIGNUP, **fields})


def confirm(client, message):
    path = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", message.body)[1]
    client.get(path)
    return client.post(path)


def test_a_new_account_is_signed_in_at_once_with_its_address_unconfirmed(client):
    answer = sign_up(client)
    assert answer.status_code == 302
    user = User.objects.get(username="lin")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert user.email == "lin@example.org"
    assert not EmailAddress.objects.get(user=user).verified
    assert len(mail.outbox) == 1


def test_a_name_keeps_its_case_and_is_taken_in_every_case(client):
    make_user(username="Lin")
    answer = sign_up(client, username="lIN")
    assert "That name is taken" in answer.content.decode()
    assert User.objects.people().count() == 1


@pytest.mark.parametrize("name", ["admin", "Moderator", "SYSTEM", "bot", "Careful", "Greedy"])
def test_names_of_the_house_and_of_bots_are_reserved(client, name):
    answer = sign_up(client, username=name)
    assert answer.status_code == 200
    assert not User.objects.people().exists()


@pytest.mark.parametrize("password", ["short", "123456789", "x" * 129])
def test_a_password_is_refused_for_its_length_only(client, password):
    answer = sign_up(client, password1=password)
    assert answer.status_code == 200
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not User.objects.people().exists()


@pytest.mark.parametrize("password", ["1234567890", "x" * 128])
def test_a_password_needs_nothing_but_length(client, password):
    assert sign_up(client, password1=password).status_code == 302


def test_fields_that_the_form_does_not_have_change_nothing(client):
    sign_up(client, is_staff="1", is_superuser="1", bot_key="greedy", theme="dark")
    user = User.objects.get(username="lin")
    assert (user.is_staff, user.is_superuser, user.bot_key, user.theme) == (False, False, "", "")


def test_a_known_address_signs_up_like_an_unknown_one(client):
    make_user(email="known@example.org")
    answers = [
        sign_up(client, username="first", email="new@example.org"),
        client.logout() or sign_up(client, username="second", email="known@example.org"),
    ]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0].url == answers[1].url
    for name, address in (("first", "new@example.org"), ("second", "known@example.org")):
        client.force_login(User.objects.get(username=name))
        html = client.get(reverse("account_email")).content.decode()
        assert f"A link went to {address}." in html


def test_whoever_confirms_a_shared_address_first_keeps_it(client):
    squatter = make_user(email="lin@example.org")
    sign_up(client)
    owner = User.objects.get(username="lin")
    assert owner.email == ""
    confirm(client, mail.outbox[-1])
    owner.refresh_from_db()
    squatter.refresh_from_db()
    assert owner.email == "lin@example.org"
    assert EmailAddress.objects.get(user=owner).verified
    assert squatter.email == ""


def test_a_confirmed_address_cannot_be_confirmed_by_another_account(client):
    holder = make_user(email="lin@example.org")
    EmailAddress.objects.create(user=holder, email=holder.email, verified=True, primary=True)
    sign_up(client)
    assert mail.outbox[-1].to == ["lin@example.org"]
    confirm(client, mail.outbox[-1])
    newcomer = User.objects.get(username="lin")
    holder.refresh_from_db()
    assert holder.email == "lin@example.org"
    assert newcomer.email == ""
    assert not EmailAddress.objects.get(user=newcomer).verified


def test_a_visitors_display_stays_after_sign_up(client):
    client.post(reverse("display"), {"theme": "dark", "palette": "safe", "marks": "on"})
    sign_up(client)
    user = User.objects.get(username="lin")
    assert (user.theme, user.palette, user.marks) == ("dark", "safe", True)


@pytest.mark.parametrize(
    "target", ["//evil.example", "https://evil.example/", "/\\evil.example", "\t//evil.example"]
)
def test_next_never_leads_to_another_site(client, target):
    answer = sign_up(client, next=target)
    assert answer.status_code == 302
    assert "evil" not in answer.url


def test_of_two_sign_ups_with_one_name_at_once_the_second_is_told_not_failed(client, monkeypatch):
    from accounts.services.signup import AccountAdapter

    make_user(username="lin")
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _self, name, **_: name)
    answer = client.post(reverse("account_signup"), SIGNUP, follow=True)
    assert answer.status_code == 200
    assert "That name is taken." in answer.content.decode()
    assert User.objects.people().count() == 1
