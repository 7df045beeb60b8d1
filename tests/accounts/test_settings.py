"""The settings page: how the table behaves, for people and for visitors."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_user

pytestmark = pytest.mark.django_db

HABITS = ("data-ask", "data-keys", "data-sound")


@pytest.fixture
def user(client):
    """A person who is signed in."""
    found = make_user()
    client.force_login(found)
    return found


def habits(client, path="/lobby/"):
    """Return what the first tag of a page says about ask, keys and sound."""
    tag = re.search(r"<html[^>]*>", client.get(path).content.decode())[0]
    return [re.search(f'{name}="(on|off)"', tag)[1] for name in HABITS]


def save(client, **fields):
    return client.post(reverse("settings"), fields)


def test_the_table_asks_nothing_hears_letters_and_is_silent_until_told_otherwise(client):
    assert habits(client) == ["off", "on", "off"]
    client.force_login(make_user())
    assert habits(client) == ["off", "on", "off"]


def test_what_is_saved_is_in_the_first_tag_of_every_page(client, user):
    answer = save(client, ask="on", sound="on")
    assert (answer.status_code, answer["Location"]) == (302, "/settings/#table")
    assert habits(client) == habits(client, "/settings/") == ["on", "off", "on"]


def test_the_settings_follow_the_account_to_another_browser(client, user):
    save(client, ask="on", keys="on")
    client.cookies.clear()
    client.force_login(user)
    assert habits(client) == ["on", "on", "off"]


def test_the_form_shows_what_is_set(client, user):
    save(client, sound="on")
    html = client.get(reverse("settings")).content.decode()
    boxes = {
        name: "checked" in rest
        for name, rest in re.findall(r'<input type="checkbox"\s+name="(\w+)"([^>]*)>', html)
    }
    own = {name: boxes[name] for name in ("marks", "ask", "keys", "sound")}
    assert own == {"marks": False, "ask": False, "keys": False, "sound": True}


@pytest.mark.parametrize("text", ["", "\x00", "1e309", "off", "💥", "x" * 5000])
def test_odd_values_are_on_or_off_and_never_an_error(client, user, text):
    assert save(client, ask=text, keys=text, nonsense=text).status_code == 302


def test_a_visitor_who_saves_them_is_asked_to_sign_in(client):
    answer = save(client, ask="on")
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('account_login')}?next={reverse('settings')}"


def test_a_visitor_sees_only_theme_and_colours(client):
    html = client.get(reverse("settings")).content.decode()
    assert 'name="palette"' in html
    assert 'name="ask"' not in html


def test_the_page_leads_to_address_password_and_profile(client, user):
    html = client.get(reverse("settings")).content.decode()
    for name in ("account_email", "account_change_password"):
        assert f'href="{reverse(name)}"' in html
    assert f'href="{reverse("profile", args=[user.username])}"' in html


def test_a_page_needs_no_query_for_the_settings_it_follows(
    client, user, django_assert_max_num_queries
):
    with django_assert_max_num_queries(3):  # session, user, what the header counts
        client.get(reverse("rules"))
