""" "Hard to tell red and orange apart?" is asked once, after sign-up."""

import pytest
from django.urls import reverse

from accounts.models import User
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

QUESTION = "Hard to tell red and orange apart?"


@pytest.fixture
def newcomer(client):
    """Somebody who has just signed up; the client is signed in as him."""
    fields = {"username": "lin", "email": "lin@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), fields)
    return User.objects.get(username="lin")


def is_asked(client):
    return QUESTION in client.get(reverse("home")).content.decode()


def answer(client, text):
    return client.post(reverse("palette_offer"), {"answer": text})


def test_home_asks_until_there_is_an_answer(client, newcomer):
    assert is_asked(client)
    assert is_asked(client)


def test_one_press_chooses_the_colours_that_are_easy_to_tell_with_their_marks(client, newcomer):
    assert answer(client, "safe")["Location"] == reverse("home")
    html = client.get(reverse("home")).content.decode()
    assert 'data-palette="safe"' in html
    assert 'data-marks="on"' in html
    assert QUESTION not in html


def test_one_press_keeps_the_colours(client, newcomer):
    answer(client, "keep")
    newcomer.refresh_from_db()
    assert (newcomer.palette, newcomer.marks) == ("default", False)
    assert not is_asked(client)


def test_it_never_comes_again_in_another_browser_or_after_another_sign_in(client, newcomer):
    answer(client, "keep")
    client.cookies.clear()
    client.force_login(newcomer)
    assert not is_asked(client)


def test_the_choice_stays_in_this_browser_after_a_sign_out(client, newcomer):
    answer(client, "safe")
    client.post(reverse("account_logout"))
    assert 'data-palette="safe"' in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("text", ["", "\x00", "loud", "💥", "x" * 5000])
def test_a_made_up_answer_changes_nothing_and_says_so(client, newcomer, text):
    page = client.post(reverse("palette_offer"), {"answer": text}, follow=True)
    assert page.status_code == 200
    assert "That did not work. Choose one of the two." in page.content.decode()
    assert is_asked(client)


def test_whoever_changes_the_palette_himself_is_not_asked_any_more(client, newcomer):
    fields = {"theme": "", "palette": "safe"}
    client.post(reverse("display"), fields)
    assert not is_asked(client)


def test_a_change_of_the_theme_alone_is_no_answer(client, newcomer):
    client.post(reverse("display"), {"theme": "dark", "palette": "default"})
    assert is_asked(client)


def test_a_visitor_who_chose_the_palette_before_he_signed_up_is_not_asked(client):
    client.post(reverse("display"), {"theme": "", "palette": "safe"})
    fields = {"username": "lin", "email": "lin@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), fields)
    assert not is_asked(client)


def test_accounts_from_before_the_question_are_not_asked(client):
    client.force_login(make_user())
    assert not is_asked(client)


def test_it_takes_a_post_from_somebody_signed_in(client):
    assert answer(client, "safe")["Location"].startswith(reverse("account_login"))
    client.force_login(make_user())
    assert client.get(reverse("palette_offer")).status_code == 405
