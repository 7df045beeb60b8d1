"""What the end of a rated game changes: the ledger, and the ratings that follow from it."""

from datetime import datetime

from games.bots import registry as bots
from games.core.elo import FORMULA_VERSION, SCALE, Entrant, changes, k_factor
from games.core.pool import pool_of
from games.models import RatedOpponent, Rating, RatingChange
from games.services.locking import LockedGame
from games.services.rating_pools import lock_pool
from games.services.rating_shifts import settle


def rate_game(table: LockedGame, now: datetime) -> None:
    """Write what a game that ends now changes, if it is rated.

    Lock: the caller holds the game; takes the pool, so that games of a pool that end at once are
    rated one after the other and none reads a rating that another, or a recalculation that counts,
    is about to change.
    """
    if not table.game.is_rated:
        return
    pool = pool_of(table.game.ruleset_key, len(table.players)).key
    held = lock_pool(pool)
    people = [player.user_id for player in table.players if not player.user.is_bot]
    settle(held, people)
    ratings = _ratings_of(people, pool)
    entrants = [
        Entrant(
            rating=SCALE * bots.anchor_of(player.user.bot_key)
            if player.user.is_bot
            else ratings[player.user_id].value,
            games=0 if player.user.is_bot else ratings[player.user_id].games,
            place=player.place or len(table.players),
            has_left=player.has_left,
            is_anchor=player.user.is_bot,
        )
        for player in table.players
    ]
    rows = []
    for player, entrant, change in zip(table.players, entrants, changes(entrants), strict=True):
        rows.append(
            RatingChange(
                game=table.game,
                seat=player.seat,
                user=player.user,
                pool=pool,
                place=entrant.place,
                has_left=entrant.has_left,
                before=entrant.rating,
                after=entrant.rating + change,
                k=0 if entrant.is_anchor else round(SCALE * k_factor(entrant.games)),
                games=entrant.games,
                formula_version=FORMULA_VERSION,
                created_at=now,
            )
        )
    RatingChange.objects.bulk_create(rows)
    winners = [player.user_id for player in table.players if player.is_winner]
    for row in rows:
        if row.user_id in ratings:
            ratings[row.user_id].wins += winners == [row.user_id]
            _follow(ratings[row.user_id], row, people, now)


def _ratings_of(people: list[int], pool: str) -> dict[int, Rating]:
    """Return the rows of the people at the table, new ones for newcomers."""
    Rating.objects.bulk_create(
        [Rating(user_id=user_id, pool=pool) for user_id in sorted(people)], ignore_conflicts=True
    )
    return {row.user_id: row for row in Rating.objects.filter(pool=pool, user_id__in=people)}


def _follow(rating: Rating, row: RatingChange, people: list[int], now: datetime) -> None:
    """Bring a rating up to the newest row of the ledger."""
    others = {user_id for user_id in people if user_id != rating.user_id}
    met = set(
        RatedOpponent.objects.filter(rating=rating, opponent_id__in=others).values_list(
            "opponent_id", flat=True
        )
    )
    RatedOpponent.objects.bulk_create(
        [RatedOpponent(rating=rating, opponent_id=user_id) for user_id in sorted(others - met)]
    )
    rating.value = row.after
    rating.games += 1
    rating.opponents += len(others - met)
    rating.last_game_at = now
    rating.save(update_fields=["value", "games", "opponents", "wins", "last_game_at"])
