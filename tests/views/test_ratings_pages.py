"""Rated games on the pages: offered, found, barred with the reason, and what they changed."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.core.elo import SCALE
from games.models import Challenge, Game, Rating
from games.selectors.challenges import last_choices
from games.selectors.ratings import worked_examples
from games.services.challenges import offer_challenge
from games.services.play import resign
from games.services.rated_offers import Stakes
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def make_member():
    user = make_user()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fields(**more):
    usual = {"key": "k", "kind": "open", "seat_count": "2", "pace": "daily", "variant": "base"}
    return usual | more


def rated_offer(host, width=None) -> Challenge:
    return offer_challenge(
        host=host,
        kind=Challenge.Kind.OPEN,
        seat_count=2,
        ruleset_key="qwirkle",
        options={},
        invited=[],
        pace="daily",
        key=f"k{Challenge.objects.count()}",
        now=NOW,
        stakes=Stakes(is_rated=True, range=width),
    )


def lobby_row(user) -> str:
    page = signed_in(user).get(reverse("lobby")).content.decode()
    return page.split("<tbody", 1)[1].split("</tbody>")[0]


def test_a_rated_offer_is_made_by_the_form_and_remembered():
    host = make_member()
    signed_in(host).post(reverse("challenge_create"), fields(is_rated="True", rating_range="200"))
    offer = Challenge.objects.get()
    assert (offer.is_rated, offer.rating_range, offer.host_rating) == (True, 200, 1500 * SCALE)
    known = last_choices(host.pk)
    assert (known["is_rated"], known["rating_range"]) == (True, 200)
    page = signed_in(host).get(reverse("lobby")).content.decode()
    [box] = re.findall(r'<input[^>]*name="is_rated"[^>]*value="True"[^>]*>', page)
    assert "checked" in box


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"pace": "none"}, "Choose a pace with a clock"),
        ({"is_private": "on"}, "make it casual to keep it private"),
        ({"rating_range": "7"}, "7"),
    ],
)
def test_what_cannot_be_rated_is_said_on_the_form(more, sentence):
    answer = signed_in(make_member()).post(
        reverse("challenge_create"), fields(is_rated="True", **more)
    )
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Challenge.objects.exists()


def test_the_lobby_tells_what_is_at_stake_and_why_somebody_may_not_join():
    host = make_member()
    rated_offer(host, width=100)
    row = lobby_row(make_member())
    assert "Rated" in row
    assert "1400 to 1600" in row
    assert "1500?" in row
    assert "Join" in row
    assert "Confirm your email address" in lobby_row(make_user())
    strong = make_member()
    Rating.objects.create(user=strong, pool="qwirkle-duel", value=1650 * SCALE, games=30)
    row = lobby_row(strong)
    assert "Your rating here is 1650" in row
    assert "challenge_join" not in row


def test_whoever_joins_somebody_far_away_is_asked_once_more():
    rated_offer(make_member())
    strong = make_member()
    Rating.objects.create(user=strong, pool="qwirkle-duel", value=1900 * SCALE, games=30)
    assert "Join nevertheless" in lobby_row(strong)
    assert "Join nevertheless" not in lobby_row(make_member())


def test_the_end_of_a_rated_game_shows_what_it_changed_at_the_table_and_on_the_profile():
    host, guest = make_member(), make_member()
    offer = rated_offer(host)
    signed_in(guest).post(reverse("challenge_join", args=[offer.public_id]))
    game = Game.objects.get()
    page = signed_in(guest).get(game.get_absolute_url()).content.decode()
    assert "Rated" in page
    resign(public_id=game.public_id, user_id=guest.pk, key="r", now=NOW)
    page = signed_in(guest).get(game.get_absolute_url())
    changes = {seat["name"]: seat["rating"] for seat in page.context["table"]["seats"]}
    assert changes[host.username] == {"points": 1532, "text": "1532", "change": 32}
    assert changes[guest.username] == {"points": 1468, "text": "1468", "change": -32}
    assert "Rating 1468, \N{MINUS SIGN}32." in page.content.decode(), "what a screen reader hears"
    profile = Client().get(reverse("profile", args=[host.username])).content.decode()
    assert "1532?" in profile
    assert "Qwirkle, two players" in profile


def test_ratings_stand_beside_the_names_of_a_rated_table_and_cost_no_query(
    django_assert_max_num_queries,
):
    host, guest = make_member(), make_member()
    Rating.objects.create(
        user=guest, pool="qwirkle-duel", value=1620 * SCALE, games=30, opponents=9
    )
    Rating.objects.create(user=guest, pool="qwirkle-table", value=1700 * SCALE, games=30)
    offer = rated_offer(host)
    client = signed_in(guest)
    client.post(reverse("challenge_join", args=[offer.public_id]))
    address = Game.objects.get().get_absolute_url()
    client.get(address)  # reads what was told of the game
    with django_assert_max_num_queries(12):
        page = client.get(address)
    shown = {seat["name"]: seat["rating"]["text"] for seat in page.context["table"]["seats"]}
    assert shown == {guest.username: "1620", host.username: "1500?"}
    assert "The game is rated: you take the last place." in page.content.decode()


def test_an_invitation_from_far_away_asks_by_its_button():
    host, strong = make_member(), make_member()
    Rating.objects.create(user=strong, pool="qwirkle-duel", value=1900 * SCALE, games=30)
    offer = rated_offer(host)
    Challenge.objects.update(kind=Challenge.Kind.LINK)
    address = reverse("challenge_join", args=[offer.public_id])
    page = signed_in(strong).get(reverse("invite", args=[offer.token])).content.decode()
    assert "Join nevertheless" in page
    assert signed_in(strong).post(address, {"token": offer.token}).status_code == 409
    signed_in(strong).post(address, {"token": offer.token, "sure": "1"})
    assert Game.objects.exists()


def test_the_help_page_calculates_its_examples():
    page = Client().get(reverse("ratings")).content.decode()
    examples = worked_examples()
    assert examples["duel"][0]["change"] == pytest.approx(-64 / 3 * 0.666, abs=0.05)
    for row in (*examples["duel"], *examples["table"]):
        assert row["change_text"] in page
    assert [row["change"] for row in examples["table"]] == [8, 0, -8]
