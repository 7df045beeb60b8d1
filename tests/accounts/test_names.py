"""Renames: one a year, old names lead on, a moderator may take one away."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.services.names import force_rename, rename, sweep_names
from tests.factories import NOW, PASSWORD, make_user

pytestmark = pytest.mark.django_db

YEAR = timedelta(days=365)


def code_of(user, name, now=NOW):
    """Return the refusal of a rename, or nothing."""
    try:
        rename(user, name=name, now=now)
    except ValidationError as error:
        return error.code
    return ""


def test_the_old_name_leads_to_its_owner_and_to_nobody_else(client):
    ada, bo = make_user(username="Ada"), make_user(username="Bo_")
    client.force_login(ada)
    assert client.post(reverse("user_name"), {"name": "Ada_L"}).url == reverse("settings")
    assert client.get("/players/ada/").url == "/players/Ada_L/"
    assert code_of(bo, "ADA") == "name_taken"
    fields = {"username": "ada", "email": "x@example.org", "password1": PASSWORD}
    page = client.__class__().post(reverse("account_signup"), fields).content.decode()
    assert "That name is taken" in page


def test_a_name_changes_once_a_year(client):
    ada = make_user(username="Ada")
    assert code_of(ada, "Ada_L") == ""
    assert code_of(ada, "Ada_M", NOW + YEAR - timedelta(days=1)) == "rename_too_early"
    assert code_of(ada, "Ada_M", NOW + YEAR) == ""


def test_after_a_year_the_old_name_is_free(client):
    ada, bo = make_user(username="Ada"), make_user(username="Bo_")
    rename(ada, name="Ada_L", now=NOW)
    sweep_names(NOW + YEAR)
    assert code_of(bo, "Ada", NOW + YEAR) == ""


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Ada", "same_name"),
        ("bo_", "name_taken"),
        ("Admin", "name_reserved"),
        ("player-77", "name_reserved"),
        ("deleted-77", "name_reserved"),
        ("Ad\N{CYRILLIC SMALL LETTER A}", "invalid_username"),
        ("Ada\u200b", "invalid_username"),
    ],
)
def test_what_cannot_be_a_name_is_refused(name, code):
    ada, _ = make_user(username="Ada"), make_user(username="Bo_")
    assert code_of(ada, name) == code
    ada.refresh_from_db()
    assert ada.username == "Ada"


def test_a_moderator_takes_a_name_away_and_one_other_may_be_chosen(client):
    bad, mod, bo = make_user(username="Rude"), make_user(), make_user(username="Bo_")
    change = force_rename(bad, mod, "rude", now=NOW)
    bad.refresh_from_db()
    assert bad.username == change.new
    assert bad.username.startswith("player-")
    assert client.get("/players/Rude/").status_code == 404
    assert (code_of(bo, "rude"), code_of(bad, "rude")) == ("name_taken", "name_taken")
    assert code_of(bad, "Polite") == ""
    bad.refresh_from_db()
    assert code_of(bad, "Politer") == "rename_too_early"
