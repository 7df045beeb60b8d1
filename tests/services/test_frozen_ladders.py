"""Ladders are frozen as they were at a moment, in batches, once."""

from datetime import UTC, datetime, timedelta

import pytest

from games.core.ladder import Season, monday_before, season_at
from games.core.pool import POOLS
from games.models import FrozenLadder, FrozenPlace
from games.selectors.ladder import ladder_page
from games.selectors.seasons import past_seasons, season_page
from games.services import frozen_ladders
from games.services.frozen_ladders import sweep_frozen_ladders
from tests.factories import NOW, make_user
from tests.ladders import stand, wrote
from tests.services.test_play_race import at_once

pytestmark = pytest.mark.django_db(transaction=True)

POOL = POOLS[0]
NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)
OLD = NEW_YEAR - timedelta(days=20)


def seasoned(*points: int):
    """Return the ratings of people who have played last well before the new year."""
    people = [stand(point, now=OLD) for point in points]
    for rating in people:
        wrote(rating, OLD, 1500, rating.value // 1000, rating.games - 1)
    return people


def play_on(rating, points: int, at: datetime) -> None:
    wrote(rating, at, rating.value // 1000, points, rating.games)
    rating.value, rating.games, rating.last_game_at = points * 1000, rating.games + 1, at
    rating.save()


def table_of(key: str, **page) -> list[tuple[int, str, str]]:
    rows = season_page(POOL, key, None, **page)["rows"]
    return [(row["rank"], row["name"], row["rating"]) for row in rows]


def test_seasons_are_quarters_and_weeks_begin_on_monday():
    assert season_at(NOW) == Season(2026, 4)
    assert Season(2026, 4).ends_at == NEW_YEAR == Season(2027, 1).starts_at
    assert monday_before(NOW) == datetime(2026, 11, 30, tzinfo=UTC)


def test_a_season_is_frozen_as_it_ended_whatever_is_played_after(monkeypatch):
    monkeypatch.setattr(frozen_ladders, "BATCH", 2)
    one, two, three = seasoned(1700, 1600, 1500)
    late = stand(1900, now=NEW_YEAR + timedelta(hours=1))
    wrote(late, NEW_YEAR + timedelta(hours=1), 1500, 1900)
    stand(1650, games=16, now=OLD)
    play_on(two, 1750, NEW_YEAR + timedelta(hours=1))
    sweep_frozen_ladders(now=NEW_YEAR + timedelta(hours=2))
    table = [
        (rank, rating.user.username, text)
        for rank, rating, text in ((1, one, "1700"), (2, two, "1600"), (3, three, "1500"))
    ]
    assert table_of("2026-q4") == table
    assert table_of("2026-q4", after=1) == table[1:]
    assert table_of("2026-q4", ahead=3) == table
    assert past_seasons(POOL) == [{"key": "2026-q4", "name": "October to December 2026"}]
    play_on(one, 1400, NEW_YEAR + timedelta(hours=3))
    sweep_frozen_ladders(now=NEW_YEAR + timedelta(hours=4))
    assert table_of("2026-q4") == table


def test_a_sweep_that_stops_is_gone_on_with_and_two_at_once_freeze_once(monkeypatch):
    monkeypatch.setattr(frozen_ladders, "BATCH", 2)
    seasoned(1700, 1650, 1600, 1550, 1500)
    now = NEW_YEAR + timedelta(hours=1)
    monkeypatch.setattr(frozen_ladders, "SWEEP_S", 0)
    sweep_frozen_ladders(now=now)
    season = FrozenLadder.objects.get(kind="season")
    frozen_ladders.freeze_some(season.pk, now=now)
    assert season.places.count() == 2
    assert past_seasons(POOL) == []
    monkeypatch.setattr(frozen_ladders, "SWEEP_S", 5)
    at_once(*[lambda: sweep_frozen_ladders(now=now)] * 2)
    sweep_frozen_ladders(now=now)
    assert [row[0] for row in table_of("2026-q4")] == [1, 2, 3, 4, 5]
    assert FrozenLadder.objects.filter(kind="season").count() == 1


def test_ranks_are_compared_with_monday_and_old_weeks_are_forgotten():
    one, two = seasoned(1700, 1600)
    monday = datetime(2026, 12, 21, tzinfo=UTC)
    sweep_frozen_ladders(now=monday + timedelta(hours=1))
    play_on(two, 1710, monday + timedelta(days=1))
    rows = ladder_page(POOL, None, now=monday + timedelta(days=2))["rows"]
    assert [(row["user_id"], row["moved"]) for row in rows] == [(two.user_id, 1), (one.user_id, -1)]
    sweep_frozen_ladders(now=monday + timedelta(days=8))
    assert FrozenLadder.objects.filter(kind="week").count() == 1
    rows = ladder_page(POOL, None, now=monday + timedelta(days=8))["rows"]
    assert [row["moved"] for row in rows] == [0, 0]
    assert FrozenPlace.objects.count() == 2


def test_nothing_is_frozen_before_anybody_has_played():
    make_user()
    sweep_frozen_ladders(now=NEW_YEAR)
    assert not FrozenLadder.objects.exists()
