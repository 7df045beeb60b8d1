"""Set somebody's rating back to the start, from now on."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.core.elo import FORMULA_VERSION, START
from games.models import RatedOpponent, Rating, RatingChange, RatingReset
from games.services.rating_pools import lock_pool
from games.services.rating_shifts import settle


def reset(user: User, pool_key: str, *, by: User, note: str, now: datetime) -> bool:
    """Let somebody begin anew in a pool; return whether there was anything to set back.

    The ledger gets a row without a game. His earlier games stay as they are for his opponents.

    Lock: takes the pool.
    """
    with transaction.atomic():
        settle(lock_pool(pool_key), [user.pk])
        rating = Rating.objects.filter(user=user, pool=pool_key, games__gt=0).first()
        if rating is None:
            return False
        change = RatingChange.objects.create(
            game=None,
            seat=0,
            user=user,
            pool=pool_key,
            before=rating.value,
            after=START,
            k=0,
            games=rating.games,
            formula_version=FORMULA_VERSION,
            created_at=now,
        )
        RatingReset.objects.create(change=change, by=by, note=note)
        RatedOpponent.objects.filter(rating=rating).delete()
        rating.value, rating.games, rating.opponents, rating.wins = START, 0, 0, 0
        rating.last_game_at = None
        rating.save()
        return True
