"""The pages of the ladders, of seasons, and the rating on a profile."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Block, Follow, FrozenLadder, FrozenPlace, Presence
from games.selectors import ranks
from games.services.histograms import sweep_histograms
from tests.factories import make_user
from tests.ladders import stand, walked

pytestmark = pytest.mark.django_db

LADDER = "/ladder/qwirkle-duel/"


@pytest.fixture
def people():
    now = timezone.now()
    return [
        stand(points, user=make_user(username=name), now=now - timedelta(hours=1))
        for name, points in (("Ada", 1700), ("Bo_1", 1650), ("Cy-2", 1600))
    ]


def test_a_ladder_shows_its_players_and_an_empty_one_says_how_to_get_there(client, people):
    page = client.get("/ladder/").content.decode()
    assert page.index("Ada") < page.index("Bo_1") < page.index("Cy-2")
    assert "Fifteen rated games" in client.get("/ladder/expansions-table/").content.decode()
    assert client.get("/ladder/no-such-pool/").status_code == 404


def test_my_row_is_marked_and_whoever_is_not_listed_reads_what_lacks(client, people):
    client.force_login(people[1].user)
    assert client.get(LADDER).content.decode().count('class="is-me"') == 1
    client.force_login(make_user())
    page = client.get(LADDER).content.decode()
    assert "15 rated games to go." in page
    assert "5 more opponents to meet." in page


def test_a_name_leads_to_its_row_and_one_that_nobody_has_is_said(client, people):
    assert 'class="is-sought"' in client.get(LADDER, {"player": "bo_1"}).content.decode()
    assert "No player called “Lin”." in client.get(LADDER, {"player": "Lin"}).content.decode()
    make_user(username="Newcomer")
    page = client.get(LADDER, {"player": "newcomer"}).content.decode()
    assert "Newcomer is not on this ladder." in page


@pytest.mark.parametrize(
    "asked",
    [
        {"after": "x"},
        {"after": "1.2.3"},
        {"before": "9" * 40 + ".1"},
        {"after": "99999999999.99999999999"},
        {"player": "a\x00b"},
        {"player": "ß" * 300},
        {"after": "٣.٣"},
    ],
)
def test_an_address_that_says_nothing_is_a_page_all_the_same(client, people, asked):
    for path in (LADDER, "/players/Ada/"):
        assert client.get(path, asked).status_code == 200


def test_a_season_that_is_over_can_be_read(client, people):
    now = timezone.now()
    season = FrozenLadder.objects.create(
        pool="qwirkle-duel", kind="season", key="2026-q3", at=now, frozen_at=now
    )
    FrozenPlace.objects.create(
        ladder=season, user=people[2].user, value=1_640_000, games=40, rank=1
    )
    assert "July to September 2026" in client.get(LADDER).content.decode()
    page = client.get(f"{LADDER}seasons/2026-q3/").content.decode()
    assert "Cy-2" in page
    assert "1640" in page
    assert client.get(f"{LADDER}seasons/2026-q3/?after=99999999999").status_code == 200
    assert client.get(f"{LADDER}seasons/2026-q2/").status_code == 404


def test_a_profile_draws_its_rating_and_lists_it_for_who_sees_no_picture(client, people):
    people[0].games = 60
    people[0].save()
    walked(people[0], days=300, now=timezone.now())
    page = client.get("/players/Ada/?span=year").content.decode()
    assert "<polyline" in page
    assert "As a table" in page
    assert "+15 in 30 days" in page
    for asked in ({"span": "month"}, {"span": "all"}, {"pool": "nonsense", "span": "x"}):
        assert "<polyline" in client.get("/players/Ada/", asked).content.decode()
    assert "<polyline" not in client.get(f"/players/{make_user().username}/").content.decode()


def test_a_ladder_of_those_whom_i_follow_keeps_their_ranks_and_shows_me(client, people):
    """The same ranks as among all, also where a guess or a stranger stands between."""
    _ada, bo, cy = people
    client.force_login(cy.user)
    assert "Nobody whom you follow" not in client.get(LADDER).content.decode()
    Follow.objects.create(user=cy.user, person=bo.user, created_at=timezone.now())
    rows = client.get(LADDER, {"who": "follow"}).context["page"]["rows"]
    assert [(row["name"], row["rank"]) for row in rows] == [("Bo_1", 2), ("Cy-2", 3)]
    client.force_login(make_user())
    page = client.get(LADDER, {"who": "follow"}).content.decode()
    assert "Nobody whom you follow is on this ladder." in page
    client.logout()
    assert len(client.get(LADDER, {"who": "follow"}).context["page"]["rows"]) == len(people)


def test_far_down_the_ranks_of_those_whom_i_follow_come_from_the_histogram(people, monkeypatch):
    monkeypatch.setattr(ranks, "EXACT_TO", 0)
    now = timezone.now()
    sweep_histograms(now=now)
    found = ranks.ranks_of("qwirkle-duel", people, now)
    assert found == {rating.pk: rank for rank, rating in enumerate(people, 1)}


def test_whoever_blocked_me_shows_me_no_dot_on_the_ladder(client, people):
    ada, bo, _cy = people
    Presence.objects.create(user=ada.user, seen_at=timezone.now())
    client.force_login(bo.user)
    assert client.get(LADDER).context["page"]["rows"][0]["is_online"]
    Block.objects.create(user=ada.user, person=bo.user, created_at=timezone.now())
    assert not client.get(LADDER).context["page"]["rows"][0]["is_online"]
