"""Second factors: set up, asked for at sign-in, and demanded of staff (E15)."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.urls import reverse

from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

ADMIN = "/admin/"
JUNK = ["", "null", "5", "[]", "{", '{"id": 1}', '{"rawId": "!", "response": {}}', '"\\u0000"']


def code_for(secret: str, ahead: int = 0) -> str:
    """Return what the app shows now, or that many steps from now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + ahead))


def sign_in(client, user):
    fields = {"login": user.username, "password": PASSWORD}
    return client.post(reverse("account_login"), fields)


def set_up_app(client) -> str:
    """Set up an app for who is signed in; return its key."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)})
    assert answer.url == reverse("mfa_view_recovery_codes")
    return secret


@pytest.mark.django_db(transaction=True)
def test_staff_is_led_to_set_up_a_factor_and_then_enters_the_admin(client):
    sign_in(client, make_user(username="Ada", is_staff=True, is_superuser=True))
    answer = client.get(ADMIN, follow=True)
    assert "A second factor first" in answer.content.decode()
    set_up_app(client)
    assert client.get(ADMIN).status_code == 200


def test_a_session_from_before_the_factor_must_prove_it(client):
    ada = make_user(username="Ada", is_staff=True, is_superuser=True)
    sign_in(client, ada)
    secret = set_up_app(client)
    client.logout()
    client.force_login(ada)
    answer = client.get("/admin/operations/")
    assert answer.url.startswith(reverse("mfa_reauthenticate"))
    fields = {"code": code_for(secret, 1), "next": "/admin/operations/"}
    assert client.post(answer.url, fields).url == "/admin/operations/"
    assert client.get("/admin/operations/").status_code == 200


def test_a_password_alone_signs_nobody_in_who_has_a_factor_and_a_code_works_once(client):
    ada = make_user(username="Ada")
    sign_in(client, ada)
    secret = set_up_app(client)
    codes = client.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
    for code in (code_for(secret, 1), codes[0]):
        for is_first in (True, False):
            client.logout()
            assert sign_in(client, ada).url == reverse("mfa_authenticate")
            assert client.get(reverse("sessions")).status_code == 302
            client.post(reverse("mfa_authenticate"), {"code": code})
            assert (client.get(reverse("sessions")).status_code == 200) is is_first


def test_secrets_are_stored_encrypted(client):
    sign_in(client, make_user(username="Ada"))
    secret = set_up_app(client)
    assert secret not in str(list(Authenticator.objects.values()))


@pytest.mark.parametrize("credential", JUNK)
def test_a_made_up_passkey_is_refused_and_never_an_error(client, credential):
    login = client.post(reverse("mfa_login_webauthn"), {"credential": credential})
    assert (login.status_code, login.url) == (302, reverse("account_login"))
    sign_in(client, make_user(username="Ada"))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.get(reverse("mfa_add_webauthn"))
    answer = client.post(reverse("mfa_add_webauthn"), {"credential": credential, "name": "x"})
    assert answer.status_code == 200
    assert not Authenticator.objects.exists()


def test_the_admin_answers_only_so_many_refusals(client, settings):
    limits = settings.ACCOUNT_RATE_LIMITS
    settings.ACCOUNT_RATE_LIMITS = {**limits, "admin": "2/5m/ip"}
    assert [client.get(ADMIN).status_code for _ in range(3)] == [302, 302, 429]


def test_whoever_is_no_staff_is_told_nothing_of_factors(client):
    client.force_login(make_user())
    assert client.get(ADMIN, follow=True).status_code == 403
