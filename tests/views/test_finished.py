"""The page of all games that are over."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.services.play import resign
from tests.factories import NOW, make_game, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client):
    found = make_user()
    client.force_login(found)
    return found


def lose(user, other):
    """Return a game that this user has resigned."""
    game = make_game(user, other)
    return resign(public_id=game.public_id, user_id=user.pk, key="r", now=NOW).game


def test_the_page_keeps_what_is_looked_for_on_the_way_to_older_games(client, user):
    rival = make_user()
    for _ in range(27):
        lose(user, rival)
    with CaptureQueriesContext(connection) as many:
        page = client.get(reverse("finished"), {"outcome": "lost", "opponent": rival.username})
    html = page.content.decode()
    older = f"?outcome=lost&amp;opponent={rival.username}&amp;older="
    assert older in html
    assert "newer=" not in html
    last = client.get(
        reverse("finished"), {"outcome": "lost", "older": page.context["page"]["older"]}
    )
    assert len(last.context["page"]["rows"]) == 2
    assert "newer=" in last.content.decode()
    few = make_user()
    client.force_login(few)
    lose(few, make_user())
    with CaptureQueriesContext(connection) as one:
        client.get(reverse("finished"))
    assert len(one) == len(many)
    assert not any("COUNT(*)" in query["sql"] for query in many)


def test_what_the_address_says_and_nobody_knows_is_skipped(client, user):
    lose(user, make_user())
    nonsense = {"outcome": "x", "variant": "chess", "older": "../", "newer": "a" * 999}
    page = client.get(reverse("finished"), nonsense)
    assert len(page.context["page"]["rows"]) == 1
    assert client.get(reverse("finished"), {"opponent": "\0"}).status_code == 200


def test_a_visitor_signs_in_first_and_home_and_profile_lead_here(client, user):
    lose(user, rival := make_user())
    assert reverse("finished") in client.get(reverse("home")).content.decode()
    mine = client.get(reverse("profile", args=[user.username])).content.decode()
    assert f'href="{reverse("finished")}"' in mine
    theirs = client.get(reverse("profile", args=[rival.username])).content.decode()
    assert f'href="{reverse("finished")}?opponent={rival.username}"' in theirs
    client.logout()
    assert client.get(reverse("finished")).status_code == 302
