"""What a rating counts beside its value: opponents met, games won, the last game."""

from collections import Counter, defaultdict
from datetime import datetime
from itertools import batched

from django.db.models import Max

from games.models import RatedOpponent, Rating, RatingChange

AT_ONCE = 200


def recount(pool: str, user_ids: list[int]) -> None:
    """Count anew from the ledger what changes when games are annulled or restored.

    Lock: the caller holds the pool.
    """
    for some in batched(sorted(user_ids), AT_ONCE):
        _recount(pool, some)


def _recount(pool: str, user_ids: tuple[int, ...]) -> None:
    own = RatingChange.objects.filter(pool=pool, user_id__in=user_ids)
    begun = dict(
        own.filter(game=None)
        .order_by()
        .values("user_id")
        .annotate(last=Max("id"))
        .values_list("user_id", "last")
    )
    rows = (
        own.filter(game__isnull=False, game__annulled_at=None)
        .order_by()
        .values_list(
            "user_id",
            "id",
            "game_id",
            "created_at",
            "game__players__user_id",
            "game__players__user__bot_key",
            "game__players__is_winner",
        )
    )
    met: dict[int, set[int]] = defaultdict(set)
    winners: dict[tuple[int, int | None], set[int]] = defaultdict(set)
    last: dict[int, datetime] = {}
    for user, change, game, ended_at, other, bot_key, is_winner in rows:
        if change < begun.get(user, 0):
            continue
        last[user] = max(last.get(user, ended_at), ended_at)
        if is_winner:
            winners[user, game].add(other)
        if other != user and not bot_key:
            met[user].add(other)
    wins = Counter(user for (user, _), who in winners.items() if who == {user})
    ratings = list(Rating.objects.filter(pool=pool, user_id__in=user_ids))
    for rating in ratings:
        user = rating.user_id
        rating.opponents, rating.last_game_at = len(met[user]), last.get(user)
        rating.wins = wins[user]
    Rating.objects.bulk_update(ratings, ["opponents", "wins", "last_game_at"])
    known: dict[int, set[int]] = defaultdict(set)
    pairs = RatedOpponent.objects.filter(rating__in=ratings)
    for rating_pk, other in pairs.values_list("rating_id", "opponent_id"):
        known[rating_pk].add(other)
    for rating in ratings:
        gone = known[rating.pk] - met[rating.user_id]
        if gone:
            pairs.filter(rating=rating, opponent_id__in=gone).delete()
    RatedOpponent.objects.bulk_create(
        RatedOpponent(rating=rating, opponent_id=other)
        for rating in ratings
        for other in sorted(met[rating.user_id] - known[rating.pk])
    )
