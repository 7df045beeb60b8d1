"""Sign-in, sign-out, and passwords forgotten or changed."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher, identify_hasher
from django.core import mail
from django.test import Client
from django.urls import reverse

from qwirkle_site.settings import base
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "another long password"


def sign_in(client, login, password=PASSWORD):
    return client.post(reverse("account_login"), {"login": login, "password": password})


def is_signed_in(client):
    return client.get(reverse("account_change_password")).status_code == 200


@pytest.mark.parametrize("login", ["Tessa", "tessa", "tessa@example.org", "TESSA@example.org"])
def test_one_signs_in_by_name_or_address_in_any_case(client, login):
    make_user(username="Tessa", email="tessa@example.org")
    assert sign_in(client, login).status_code == 302
    assert is_signed_in(client)


def test_wrong_password_and_unknown_name_get_the_same_answer(client):
    make_user(username="Tessa")
    known = sign_in(client, "Tessa", "wrong password").content.decode()
    unknown = sign_in(client, "Nobody_1", "wrong password").content.decode()
    sentence = "Name and password do not match."
    assert sentence in known
    assert sentence in unknown


def test_a_bot_cannot_sign_in(client):
    bot = make_user(username="Tin", bot_key="tin")
    bot.set_unusable_password()
    bot.save()
    assert sign_in(client, "Tin", "").status_code == 200
    assert not is_signed_in(client)


def test_a_password_of_a_megabyte_is_refused_before_it_is_hashed(client, monkeypatch):
    make_user(username="Tessa")
    calls = []
    monkeypatch.setattr("accounts.models.User.check_password", lambda *_: calls.append(1))
    assert sign_in(client, "Tessa", "x" * 20_000).status_code == 200
    assert not calls


def test_signing_in_changes_the_session_key(client):
    make_user(username="Tessa")
    client.get("/")
    client.session.save()
    before = client.session.session_key
    sign_in(client, "Tessa")
    assert client.session.session_key != before


def test_signing_out_takes_a_post(client):
    client.force_login(make_user())
    client.get(reverse("account_logout"))
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)


def test_an_unknown_address_gets_the_same_reset_page(client):
    make_user(email="tessa@example.org")
    pages = [
        client.post(reverse("account_reset_password"), {"email": address}, follow=True)
        for address in ("tessa@example.org", "nobody@example.org")
    ]
    assert pages[0].redirect_chain == pages[1].redirect_chain
    assert "If an account has that address" in pages[1].content.decode()


def test_a_reset_link_works_once_and_ends_other_sessions(client):
    user = make_user(username="Tessa", email="tessa@example.org")
    elsewhere = Client()
    elsewhere.force_login(user)
    client.post(reverse("account_reset_password"), {"email": "tessa@example.org"})
    path = re.search(r"https?://[^/]+(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    form = client.get(path, follow=True)
    action = form.request["PATH_INFO"]
    answer = client.post(action, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert answer.status_code == 302
    assert not is_signed_in(elsewhere)
    assert sign_in(client, "Tessa", NEW_PASSWORD).status_code == 302
    used = Client().get(path, follow=True).content.decode()
    assert "This link is used up" in used


def test_changing_the_password_keeps_this_session_and_ends_the_others(client):
    user = make_user()
    elsewhere = Client()
    elsewhere.force_login(user)
    client.force_login(user)
    client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
    )
    assert is_signed_in(client)
    assert not is_signed_in(elsewhere)


def test_a_new_address_needs_the_password_again_and_the_old_one_hears_of_it(client):
    user = make_user(email="old@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.force_login(user)
    change = {"email": "new@example.org", "action_add": ""}
    answer = client.post(reverse("account_email"), change)
    assert answer.url.startswith(reverse("account_reauthenticate"))
    assert mail.outbox == []
    client.post(answer.url, {"password": PASSWORD})
    path = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", mail.outbox[-1].body)[1]
    assert mail.outbox[-1].to == ["new@example.org"]
    client.post(path)
    user.refresh_from_db()
    assert user.email == "new@example.org"
    assert ["old@example.org"] in [message.to for message in mail.outbox]


def test_passwords_are_kept_with_argon2(settings):
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    assert identify_hasher(make_user().password).algorithm == "argon2"


@pytest.mark.parametrize("login", ["Tessa", "Nobody_1", "tessa@example.org", "no@example.org"])
def test_a_refused_sign_in_hashes_once_whoever_it_is_for(client, monkeypatch, login):
    """T23: time tells nobody whether there is such an account."""
    make_user(username="Tessa", email="tessa@example.org")
    hashed = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda *given: hashed.append(1) or encode(*given)
    )
    sign_in(client, login, "wrong password")
    assert len(hashed) == 1


def test_after_five_wrong_passwords_the_right_one_waits_too(client, settings):
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    make_user(username="Tessa")
    for _ in range(5):
        sign_in(client, "Tessa", "wrong password")
    assert "Too many tries" in sign_in(client, "Tessa").content.decode()
    make_user(username="Other")
    assert sign_in(client, "Other").status_code == 302


@pytest.mark.parametrize(
    "target",
    [
        *("https://evil.example/", "//evil.example", "////evil.example", "/\\evil.example"),
        *("\t//evil", "javascript:alert(1)", "https:evil.example", "http:///evil.example"),
        "\\\\evil.example",
    ],
)
def test_a_sign_in_never_leads_to_another_site(client, target):
    make_user(username="Tessa")
    fields = {"login": "Tessa", "password": PASSWORD, "next": target}
    assert client.post(reverse("account_login"), fields).url == "/"
