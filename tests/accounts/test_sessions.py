"""Where somebody is signed in, and how that ends."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Session
from accounts.services.sessions import coarse_address, device_name
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0"
CHROME = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/143.0 Mobile Safari/537.36"
)


@pytest.fixture
def browsers():
    """Two browsers in which the same person is signed in."""
    user = make_user(username="Ada")
    found = Client(headers={"user-agent": FIREFOX}), Client(headers={"user-agent": CHROME})
    for browser in found:
        fields = {"login": "Ada", "password": PASSWORD}
        browser.post(reverse("account_login"), fields, REMOTE_ADDR="203.0.113.9")
    assert Session.objects.filter(user=user).count() == 2
    return found


def is_in(browser) -> bool:
    return browser.get(reverse("sessions")).status_code == 200


def test_one_sees_each_browser_with_half_its_address_and_no_key(browsers):
    page = browsers[0].get(reverse("sessions")).content.decode()
    assert "Firefox on Linux" in page
    assert "Chrome on Android" in page
    assert "203.0…" in page
    assert "203.0.113" not in page
    assert not any(key in page for key in Session.objects.values_list("pk", flat=True))


def test_one_browser_is_signed_out_from_the_other(browsers):
    first, second = browsers
    rows = first.get(reverse("sessions")).context["sessions"]
    assert [row["is_this"] for row in rows] == [True, False]
    first.post(reverse("session_end"), {"ref": rows[1]["ref"]})
    assert (is_in(first), is_in(second)) == (True, False)


def test_everywhere_else_is_everywhere_but_here(browsers):
    browsers[1].post(reverse("sessions_end"))
    assert [is_in(browser) for browser in browsers] == [False, True]


def test_nobody_ends_the_session_of_somebody_else(browsers):
    ref = browsers[0].get(reverse("sessions")).context["sessions"][0]["ref"]
    other = Client()
    other.force_login(make_user())
    for text in (ref, "", "\x00", "x" * 5000):
        assert other.post(reverse("session_end"), {"ref": text}).status_code == 302
    assert is_in(browsers[0])


def test_a_new_password_leaves_this_session_alone_in_the_list(browsers):
    new = "another long password"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    browsers[0].post(reverse("account_change_password"), fields)
    assert [is_in(browser) for browser in browsers] == [True, False]
    assert Session.objects.filter(user__username="Ada").count() == 1


def test_a_look_at_a_page_stamps_nothing_within_five_minutes(
    browsers, django_assert_max_num_queries
):
    with django_assert_max_num_queries(3):  # session, user, what the header counts
        browsers[0].get(reverse("rules"))


@pytest.mark.parametrize(
    ("header", "name"),
    [(FIREFOX, "Firefox on Linux"), ("curl/8.1", "curl"), ("", ""), ("<b>\x00" * 999, "")],
)
def test_a_browser_is_named_in_two_words(header, name):
    assert device_name(header) == name


@pytest.mark.parametrize(
    ("address", "shown"), [("203.0.113.9", "203.0…"), ("2001:db8::1", "2001:0db8…"), ("x", "")]
)
def test_of_an_address_the_first_half_is_kept(address, shown):
    assert coarse_address(address) == shown
