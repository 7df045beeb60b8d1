"""Names and addresses that an account may have."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["lin", "Tessa_K", "a-b-c", "x" * 20, "q1w2"])
def test_plain_ascii_names_are_accepted(name):
    User(username=name).clean_fields(exclude=["password"])


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "x" * 21,
        "1lin",
        "_lin",
        "lin lin",
        "lin\n",
        "lin.",
        "Nebelkrähe",
        "\u0430dmin",  # a Cyrillic a
        "lin\u200b",  # an invisible letter
        "\u202enil",  # written from the right
        "<b>lin",
    ],
)
def test_look_alike_invisible_and_odd_names_are_refused(name):
    with pytest.raises(ValidationError):
        User(username=name).clean_fields(exclude=["password"])


def test_two_names_that_differ_only_in_case_cannot_exist():
    make_user(username="Tessa")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user(username="tESSA")


def test_two_addresses_that_differ_only_in_case_cannot_exist():
    make_user(email="lin@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user(email="LIN@example.org")


def test_any_number_of_accounts_may_have_no_address():
    make_user(email="")
    make_user(email="")


def test_a_name_is_found_in_any_case():
    user = make_user(username="Tessa")
    assert User.objects.get_by_natural_key("tessa") == user


def test_bots_are_not_people():
    person = make_user()
    bot = make_user(bot_key="some_bot")
    assert bot.is_bot
    assert not person.is_bot
    assert person in User.objects.people()
    assert bot not in User.objects.people()
