"""Who waits to be paired on a ladder, and what somebody is shown of his own waiting."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.core.elo import START
from games.core.pace import LIVE
from games.core.pairing import PACES, REPEAT_WITHIN, Entrant, Term
from games.core.pool import Pool, pool_of
from games.models import Block, LadderQueue, Player, Presence, Rating, Vacation
from games.rules import registry
from games.selectors.ladder_answers import running_ladder_games
from games.selectors.paces import pace_name
from games.selectors.presence import ONLINE_FOR
from games.selectors.vacations import open_vacation
from games.selectors.variants import variant_name

LOT = 500
"""So many are looked at in one round, those who have waited longest."""


def rulesets_of(pool: Pool) -> tuple[str, ...]:
    """Return the keys of the games that are rated in a pool."""
    return tuple(
        key
        for key in registry.keys()  # noqa: SIM118
        if pool_of(key, 2).family == pool.family
    )


def with_room(rows: QuerySet[LadderQueue]) -> QuerySet[LadderQueue]:
    """Return these rows, each with ``running``, games of the ladder, and ``is_away``."""
    seats = Player.objects.filter(
        user_id=OuterRef("user_id"), finished_at__isnull=True, game__ladder=OuterRef("pool")
    )
    count = seats.order_by().values("user_id").annotate(count=Count("pk")).values("count")
    away = Vacation.objects.filter(user_id=OuterRef("user_id"), ended_at__isnull=True)
    return rows.annotate(
        running=Coalesce(Subquery(count, output_field=IntegerField()), 0), is_away=Exists(away)
    )


CANNOT = Q(running__gte=F("games_most")) | Q(is_away=True) | Q(user__is_active=False)
"""Who cannot be paired now; on rows from `with_room`."""


def entrants(pool: str, now: datetime, user_ids: Sequence[int] | None = None) -> list[Entrant]:
    """Return who can be paired in a pool now, at most `LOT`; a few queries, however many there are.

    Args:
        user_ids: these alone; None for those who have waited longest.
    """
    rows = LadderQueue.objects.filter(pool=pool, waits_since__lte=now)
    if user_ids is not None:
        rows = rows.filter(user_id__in=user_ids)
    waiting = list(with_room(rows).exclude(CANNOT).order_by("waits_since", "user_id")[:LOT])
    ids = [row.user_id for row in waiting]
    ratings = dict(
        Rating.objects.filter(pool=pool, user_id__in=ids).values_list("user_id", "value")
    )
    here = set(
        Presence.objects.filter(user_id__in=ids, seen_at__gt=now - ONLINE_FOR).values_list(
            "user_id", flat=True
        )
    )
    apart = _blocks(ids)
    met: defaultdict[int, set[int]] = defaultdict(set)
    for one, other, is_running in _games_together(pool, ids, now):
        (apart if is_running else met)[one].add(other)
    return [
        Entrant(
            user_id=row.user_id,
            rating=ratings.get(row.user_id, START),
            waited=now - (row.waits_since or now),
            terms=_terms(row, is_here=row.user_id in here),
            apart=frozenset(apart[row.user_id]),
            met=frozenset(met[row.user_id]),
        )
        for row in waiting
    ]


def _terms(row: LadderQueue, *, is_here: bool) -> frozenset[Term]:
    """Return what somebody would play now: a live game only while he has a page open."""
    paces = [pace for pace in row.paces if is_here or pace != LIVE.key]
    return frozenset(Term(ruleset, pace) for ruleset in row.rulesets for pace in paces)


def _blocks(ids: Sequence[int]) -> defaultdict[int, set[int]]:
    apart: defaultdict[int, set[int]] = defaultdict(set)
    blocks = Block.objects.filter(user_id__in=ids, person_id__in=ids)
    for one, other in blocks.values_list("user_id", "person_id"):
        apart[one].add(other)
        apart[other].add(one)
    return apart


def _games_together(
    pool: str, ids: Sequence[int], now: datetime
) -> Iterable[tuple[int, int, bool]]:
    """Return each two of these who play on this ladder, or have lately, and whether still."""
    recent = Q(finished_at__isnull=True) | Q(finished_at__gt=now - REPEAT_WITHIN)
    seats = Player.objects.filter(recent, user_id__in=ids, game__ladder=pool)
    tables: defaultdict[tuple[int, bool], list[int]] = defaultdict(list)
    for game_id, user_id, finished_at in seats.values_list("game_id", "user_id", "finished_at"):
        tables[game_id, finished_at is None].append(user_id)
    for (_game_id, is_running), people in tables.items():
        for one in people:
            for other in people:
                if one != other:
                    yield one, other, is_running


def queue_view(pool: Pool, user_id: int) -> dict[str, Any]:
    """Return what somebody is shown of his place in a pool's queue.

    ``row``: his row or None. ``running``: how many games of this ladder he has now; ``is_full``,
    ``is_away``. ``others``: how many others are in the queue. ``games`` and ``paces``: the names
    of what he waits for.
    """
    row = LadderQueue.objects.filter(pool=pool.key, user_id=user_id).first()
    others = LadderQueue.objects.filter(pool=pool.key).exclude(user_id=user_id)
    running = running_ladder_games(user_id, pool.key).count()
    return {
        "row": row,
        "running": running,
        "is_full": row is not None and running >= row.games_most,
        "is_away": open_vacation(user_id) is not None,
        "others": others.count(),
        "games": [] if row is None else [variant_name(key) for key in row.rulesets],
        "paces": [] if row is None else [pace_name(key) for key in PACES if key in row.paces],
    }
