"""A ladder: who is on it, in which order, with which rank; and what ratings were."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.pool import POOLS
from games.models import Rating
from games.selectors import ladder, ranks
from games.selectors.ladder import ladder_page, missing_of, spot_beside
from games.selectors.ranks import Spot, histogram_of, rank_at
from games.selectors.rating_history import POINTS_MAX, rating_curve, rating_rows
from games.services.histograms import rebuild_histogram, sweep_histograms
from tests.factories import NOW, make_user
from tests.ladders import DUEL, stand, walked, wrote

pytestmark = pytest.mark.django_db

POOL = POOLS[0]


def spot(text: str) -> Spot | None:
    return Spot(*map(int, text.split("."))) if text else None


def names(page) -> list[str]:
    return [row["name"] for row in page["rows"]]


def test_every_page_forth_and_back_shows_each_player_once_in_order(monkeypatch):
    monkeypatch.setattr(ladder, "PAGE", 4)
    for points in (1700, 1650, 1650, 1600, 1590, 1580, 1580, 1570, 1500, 1400):
        stand(points, games=16 if points == 1590 else 30)
    forth, page = [], ladder_page(POOL, None, now=NOW)
    forth += page["rows"]
    while page["lower"]:
        page = ladder_page(POOL, None, after=spot(page["lower"]), now=NOW)
        forth += page["rows"]
    order = Rating.objects.order_by("-value", "user_id").values_list("user__username", flat=True)
    assert [row["name"] for row in forth] == list(order)
    assert [row["rank"] for row in forth] == [1, 2, 3, 4, None, 5, 6, 7, 8, 9]
    assert forth[4]["rating"] == "1590?"
    back = page["rows"]
    while page["higher"]:
        page = ladder_page(POOL, None, ahead=spot(page["higher"]), now=NOW)
        back = [row for row in page["rows"] if row not in back] + back
    assert back == forth


def test_only_who_has_games_opponents_and_an_open_account_and_plays_is_listed():
    here = stand(1500)
    stand(1600, games=14)
    stand(1600, opponents=4)
    stand(1600, last_game_at=NOW - timedelta(days=60))
    stand(1600, user=make_user(is_active=False))
    stand(1600, pool="qwirkle-table")
    assert names(ladder_page(POOL, None, now=NOW)) == [here.user.username]


def test_whoever_is_not_listed_is_told_what_lacks():
    new = stand(1510, games=9, opponents=2)
    away = stand(1510, last_game_at=NOW - timedelta(days=61))
    lack = missing_of(POOL, new.user_id, NOW)
    assert (lack["games"], lack["opponents"], lack["is_away"]) == (6, 3, False)
    assert missing_of(POOL, away.user_id, NOW)["is_away"]
    assert missing_of(POOL, make_user().pk, NOW)["rating"] == ""
    assert missing_of(POOL, stand(1500).user_id, NOW) is None


def test_the_own_row_comes_along_when_it_is_on_another_page(monkeypatch):
    monkeypatch.setattr(ladder, "PAGE", 2)
    people = [stand(points) for points in (1700, 1650, 1600, 1550)]
    page = ladder_page(POOL, people[3].user_id, now=NOW)
    assert (page["own"]["rank"], page["own"]["is_you"]) == (4, True)
    page = ladder_page(POOL, people[0].user_id, now=NOW)
    assert page["own"] is None
    assert [row["is_you"] for row in page["rows"]] == [True, False]


def test_a_page_can_be_opened_at_somebody(monkeypatch):
    monkeypatch.setattr(ladder, "ABOVE_FOUND", 1)
    people = [stand(points) for points in (1700, 1650, 1600, 1550)]
    _is_listed, after = spot_beside(POOL, people[2].user_id, NOW)
    assert names(ladder_page(POOL, None, after=after, now=NOW)) == [
        person.user.username for person in people[1:]
    ]
    assert spot_beside(POOL, people[1].user_id, NOW) == (True, None)
    assert spot_beside(POOL, make_user().pk, NOW) == (False, None)


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(values=st.lists(st.integers(1_499_000, 1_505_000), min_size=1, max_size=12))
def test_the_histogram_tells_the_rank_that_counting_would(monkeypatch, values):
    monkeypatch.setattr(ranks, "EXACT_TO", 0)
    Rating.objects.all().delete()
    people = [stand(0, user=make_user()) for _ in values]
    for rating, value in zip(people, values, strict=True):
        rating.value = value
        rating.save()
    rebuild_histogram(DUEL, now=NOW)
    order = sorted(people, key=lambda rating: (-rating.value, rating.user_id))
    assert [
        rank_at(DUEL, Spot(row.value, row.user_id), NOW, histogram_of(DUEL)) for row in order
    ] == list(range(1, len(order) + 1))


def test_a_histogram_is_made_anew_after_a_game_or_an_hour_and_not_otherwise():
    rating = stand(1500)
    assert sweep_histograms(now=NOW) == len(POOLS)
    assert sweep_histograms(now=NOW + timedelta(minutes=1)) == 0
    wrote(rating, NOW, 1500, 1510)
    assert sweep_histograms(now=NOW + timedelta(minutes=2)) == 1
    assert sweep_histograms(now=NOW + timedelta(minutes=90)) == len(POOLS)


def test_a_trend_compares_with_thirty_days_ago_and_a_newcomer_with_the_start():
    old, new = stand(1600), stand(1520)
    wrote(old, NOW - timedelta(days=40), 1500, 1555)
    wrote(old, NOW - timedelta(days=20), 1555, 1600)
    wrote(new, NOW - timedelta(days=3), 1500, 1520)
    (row,), (fresh,) = rating_rows(old.user_id, NOW), rating_rows(new.user_id, NOW)
    assert row["change"] == 45
    assert row["spark"][:2] == [1500, 1555]
    assert row["spark"][-1] == 1600
    assert fresh["change"] == 20


def test_a_long_curve_is_thinned_and_keeps_its_ends():
    rating = stand(1800, games=700)
    walked(rating, days=500, step=1)
    curve = rating_curve(rating.user_id, POOL, "all", NOW)
    assert len(curve["points"]) <= POINTS_MAX + 2
    assert curve["points"][-1] == (NOW, 1800)
    assert curve["points"][-2][0] == NOW - timedelta(days=1)
    month = rating_curve(rating.user_id, POOL, "month", NOW)
    assert month["points"][0] == (NOW - timedelta(days=30), 1800 - 5 * 29)
    assert len(month["points"]) == 31
