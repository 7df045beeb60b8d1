"""People on a ladder, written straight into the tables."""

from datetime import datetime, timedelta

from games.models import Rating, RatingChange
from tests.factories import NOW, make_user

DUEL = "qwirkle-duel"


def stand(points: int, *, user=None, now: datetime = NOW, **fields) -> Rating:
    """Return the rating of somebody who is ranked, unless the fields say otherwise."""
    usual = {"pool": DUEL, "games": 30, "opponents": 6, "wins": 15, "last_game_at": now}
    return Rating.objects.create(
        user=user or make_user(), value=points * 1000, **{**usual, **fields}
    )


def wrote(rating: Rating, at: datetime, before: int, after: int, games: int = 0) -> None:
    """Add a row to the ledger, in whole points."""
    RatingChange.objects.create(
        seat=0,
        user_id=rating.user_id,
        pool=rating.pool,
        before=before * 1000,
        after=after * 1000,
        k=16_000,
        games=games,
        formula_version=1,
        created_at=at,
    )


def walked(rating: Rating, *, days: int, step: int = 7, now: datetime = NOW) -> None:
    """Give somebody a past: a game every so many days, each worth a few points."""
    count = days // step
    value = rating.value // 1000 - 5 * count
    for number in range(count):
        at = now - timedelta(days=days - number * step)
        wrote(rating, at, value, value + 5, rating.games - count + number)
        value += 5


def make_ladder(count: int, *, now: datetime) -> list[Rating]:
    """Return the ratings of so many people with a past, the highest first."""
    people = []
    for number in range(count):
        rating = stand(1810 - 23 * number, now=now - timedelta(hours=1), games=60 + 7 * number)
        walked(rating, days=300, step=5 + number % 4, now=now)
        people.append(rating)
    return people
