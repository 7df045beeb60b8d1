"""Theme, palette and marks: set by the server, for people and for visitors."""

import re

import pytest
from django.test import RequestFactory
from django.urls import reverse

from accounts.selectors import Display, visitor_display
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def choose(client, **fields):
    return client.post(reverse("display"), {"theme": "", "palette": "default", **fields})


def html_tag(client, path="/accounts/login/"):
    return re.search(r"<html[^>]*>", client.get(path).content.decode())[0]


def test_a_visitors_choice_is_in_the_first_tag_of_the_next_page(client):
    choose(client, theme="dark", palette="safe", marks="on")
    tag = html_tag(client)
    assert 'data-theme="dark"' in tag
    assert 'data-palette="safe"' in tag
    assert 'data-marks="on"' in tag


def test_without_a_choice_the_system_decides(client):
    tag = html_tag(client)
    assert "data-theme" not in tag
    assert 'data-palette="default"' in tag
    assert 'data-marks="off"' in tag


def test_an_accounts_choice_follows_it_to_another_browser(client):
    user = make_user()
    client.force_login(user)
    choose(client, theme="light", palette="safe", marks="on")
    client.cookies.clear()
    client.force_login(user)
    assert 'data-theme="light"' in html_tag(client, reverse("settings"))


def test_choosing_easy_colours_brings_marks_which_may_go_again(client):
    choose(client, palette="safe")
    assert 'data-marks="on"' in html_tag(client)
    choose(client, palette="safe")
    assert 'data-marks="off"' in html_tag(client)


@pytest.mark.parametrize("fields", [{"theme": "pink"}, {"palette": "loud"}, {"palette": ""}])
def test_a_made_up_choice_is_refused_and_stores_nothing(client, fields):
    answer = choose(client, **fields)
    assert answer.status_code == 400
    assert "display" not in answer.cookies


@pytest.mark.parametrize("text", ["", "dark", "pink.loud.9", "a.b.c.d", "....", "\N{SNOWMAN}"])
def test_a_broken_cookie_is_the_default(text):
    request = RequestFactory().get("/")
    request.COOKIES["display"] = text
    assert visitor_display(request) == Display()


def test_it_goes_back_to_the_page_it_was_changed_on(client):
    assert choose(client, next="/lobby/").url == "/lobby/"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example", "////evil.example", "/\\evil.example", "\t//evil"],
)
def test_it_never_leads_to_another_site(client, target):
    assert choose(client, next=target).url == "/"


def test_looking_at_the_settings_changes_nothing(client):
    answer = client.get(reverse("display"), {"theme": "dark"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("settings"))
    assert "display" not in answer.cookies
