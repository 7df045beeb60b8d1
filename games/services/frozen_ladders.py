"""Freeze ladders as they were: each Monday, and when a season ends (docs/decisions/0024)."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from games.core.elo import SURE_GAMES
from games.core.ladder import LISTED_FOR, LISTED_OPPONENTS, monday_before, season_at
from games.core.pool import POOLS
from games.models import FrozenLadder, FrozenPlace, Rating, RatingChange

BATCH = 2_000
SWEEP_S = 5.0
"""Seconds; a task is stopped after ten."""

Kind = FrozenLadder.Kind


def sweep_frozen_ladders(*, now: datetime) -> int:
    """Freeze what is due, batch by batch; return how many batches were done.

    What one sweep leaves the next goes on with. Two sweeps at once share nothing: a ladder that one
    of them holds the other passes by.
    """
    until = monotonic() + SWEEP_S
    for pool in POOLS:
        _open_due(pool.key, now)
    done = 0
    for ladder in FrozenLadder.objects.filter(frozen_at=None).order_by("at", "pk"):
        while monotonic() < until and freeze_some(ladder.pk, now=now):
            done += 1
    while monotonic() < until and _forget_some():
        done += 1
    return done


def freeze_some(ladder_pk: int, *, now: datetime) -> bool:
    """Do one batch of a ladder; return whether more is left for the caller.

    First the places are written, in the order of the ratings' rows, with the values of that moment,
    which the ledger knows: games that end meanwhile change nothing. Then they are put in order.
    """
    with transaction.atomic(durable=True):
        held = FrozenLadder.objects.select_for_update(skip_locked=True)
        ladder = held.filter(pk=ladder_pk, frozen_at=None).first()
        if ladder is None:
            return False
        if not ladder.is_filled:
            _fill(ladder)
        else:
            _rank(ladder, now)
        ladder.save(update_fields=["filled_to", "is_filled", "ranked_to", "frozen_at"])
        return ladder.frozen_at is None


def _open_due(pool: str, now: datetime) -> None:
    """Write down which ladders of a pool have to be frozen, each once."""
    first = RatingChange.objects.filter(pool=pool).order_by("id").first()
    if first is None:
        return
    due = [FrozenLadder(pool=pool, kind=Kind.WEEK, at=monday_before(now))]
    due[0].key = f"{due[0].at:%Y-%m-%d}"
    last = FrozenLadder.objects.filter(pool=pool, kind=Kind.SEASON).order_by("-at").first()
    season = season_at(first.created_at if last is None else last.at)
    while season.ends_at <= now:
        due.append(FrozenLadder(pool=pool, kind=Kind.SEASON, key=season.key, at=season.ends_at))
        season = season.next()
    FrozenLadder.objects.bulk_create(
        [ladder for ladder in due if ladder.at > first.created_at], ignore_conflicts=True
    )


def _fill(ladder: FrozenLadder) -> None:
    """Write the next places, as they were at the ladder's moment."""
    ratings = Rating.objects.filter(
        pool=ladder.pool,
        pk__gt=ladder.filled_to,
        games__gte=SURE_GAMES,
        opponents__gte=LISTED_OPPONENTS,
        last_game_at__gt=ladder.at - LISTED_FOR,
        user__is_active=True,
    )
    batch = list(ratings.order_by("pk")[:BATCH])
    if not batch:
        ladder.is_filled = True
        return
    FrozenPlace.objects.bulk_create(list(_places(ladder, batch)), ignore_conflicts=True)
    ladder.filled_to = batch[-1].pk


def _places(ladder: FrozenLadder, batch: list[Rating]) -> Iterator[FrozenPlace]:
    """Give the place of each rating that was ranked then."""
    since = [rating.pk for rating in batch if (rating.last_game_at or ladder.at) >= ladder.at]
    then = {row[0]: row[1:] for row in _as_of(Rating.objects.filter(pk__in=since), ladder)}
    for rating in batch:
        value, games, last = rating.value, rating.games, rating.last_game_at
        if rating.pk in then:
            value, games, last = then[rating.pk]
            if value is None:
                continue
            games += 1  # the ledger tells how many there were before
        if games >= SURE_GAMES and last is not None and last > ladder.at - LISTED_FOR:
            yield FrozenPlace(ladder=ladder, user_id=rating.user_id, value=value, games=games)


def _as_of(ratings: QuerySet[Rating], ladder: FrozenLadder) -> Iterable[tuple[Any, ...]]:
    """Give the id, value, games before the last one, and time of the last one, as of then."""
    rows = (
        RatingChange.objects.current()
        .filter(user_id=OuterRef("user_id"), pool=OuterRef("pool"), created_at__lt=ladder.at)
        .order_by("-created_at", "-id")
    )
    return ratings.values_list(
        "pk",
        Subquery(rows.values("after")[:1]),
        Subquery(rows.values("games")[:1]),
        Subquery(rows.values("created_at")[:1]),
    )


def _rank(ladder: FrozenLadder, now: datetime) -> None:
    """Give the next places their ranks, the highest first; after the last the ladder is frozen."""
    places = FrozenPlace.objects.filter(ladder=ladder)
    last = places.filter(rank=ladder.ranked_to).first() if ladder.ranked_to else None
    if last is not None:
        # The first condition is what an index can begin at.
        places = places.filter(value__lte=last.value).exclude(
            value=last.value, user_id__lte=last.user_id
        )
    batch = list(places.order_by("-value", "user_id")[:BATCH])
    for rank, place in enumerate(batch, ladder.ranked_to + 1):
        place.rank = rank
    FrozenPlace.objects.bulk_create(
        batch, update_conflicts=True, unique_fields=["ladder", "user"], update_fields=["rank"]
    )
    ladder.ranked_to += len(batch)
    if len(batch) < BATCH:
        ladder.frozen_at = now


def _forget_some() -> bool:
    """Delete some places of a week after which a newer one is frozen; return whether there were."""
    weeks = FrozenLadder.objects.filter(kind=Kind.WEEK)
    for pool in POOLS:
        newest = weeks.filter(pool=pool.key, frozen_at__isnull=False).order_by("-at").first()
        if newest is None:
            continue
        for old in weeks.filter(pool=pool.key, at__lt=newest.at):
            places = FrozenPlace.objects.filter(ladder=old)
            if places.filter(pk__in=list(places.values_list("pk", flat=True)[:BATCH])).delete()[0]:
                return True
            old.delete()
    return False
