"""What ratings people have, and what a game changed."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.bots import registry as bots
from games.core.elo import (
    SCALE,
    START,
    Entrant,
    changes,
    expected,
    is_provisional,
    k_factor,
)
from games.core.pool import POOLS, Pool
from games.models import Challenge, Game, Rating, RatingChange

type RatingView = dict[str, Any]

RANGES = (100, 200, 300)
"""How far from the host's the ratings may be that an offer asks for, in points."""

FAR = 300
"""Whoever joins somebody further away is asked once more."""


def range_of(challenge: Challenge) -> tuple[int, int] | None:
    """Return the least and the greatest rating that an offer is for, in thousandths."""
    if challenge.rating_range is None or challenge.host_rating is None:
        return None
    width = challenge.rating_range * SCALE
    return challenge.host_rating - width, challenge.host_rating + width


def rating_view(value: int, games: int, opponents: int) -> RatingView:
    """Return ``points``, whole, ``is_provisional``, ``text`` as in "1623?", and ``games``."""
    is_guess = is_provisional(games, opponents)
    points = round(value / SCALE)
    text = f"{points}?" if is_guess else f"{points}"
    return {"points": points, "is_provisional": is_guess, "text": text, "games": games}


def ratings_in(pool: Pool, users: Iterable[Any]) -> dict[int, RatingView]:
    """Return the ratings of these users in a pool, by user; one query.

    Newcomers have the rating with which everybody begins, bots that at which they are anchored.
    """
    people = {user.pk: user for user in users}
    rows = Rating.objects.filter(pool=pool.key, user_id__in=list(people))
    known = {row.user_id: rating_view(row.value, row.games, row.opponents) for row in rows}
    newcomer = rating_view(START, 0, 0)
    return {
        pk: _bot_view(user.bot_key) if user.is_bot else known.get(pk, newcomer)
        for pk, user in people.items()
    }


def value_in(pool: Pool, user_id: int) -> int:
    """Return a person's rating in a pool, in thousandths."""
    found = Rating.objects.filter(pool=pool.key, user_id=user_id).values_list("value", flat=True)
    return found.first() or START


def user_ratings(user_id: int) -> list[dict[str, Any]]:
    """Return a user's rating in each pool in which he has played, with the pool's ``name``."""
    rows = {row.pool: row for row in Rating.objects.filter(user_id=user_id, games__gt=0)}
    return [
        {"key": pool.key, "name": pool_name(pool)}
        | rating_view(row.value, row.games, row.opponents)
        for pool in POOLS
        if (row := rows.get(pool.key)) is not None
    ]


def changes_of(game: Game) -> Mapping[int, dict[str, Any]]:
    """Return by seat what the end of a game changed: ``points`` and ``change``, whole."""
    if not game.is_rated or game.is_running:
        return {}
    return {
        row.seat: {
            "points": round(row.after / SCALE),
            "change": round(row.after / SCALE) - round(row.before / SCALE),
        }
        for row in RatingChange.objects.filter(game=game)
    }


def pool_name(pool: Pool) -> str:
    """Return what people call a pool."""
    return {
        "qwirkle-duel": _("Qwirkle, two players"),
        "qwirkle-table": _("Qwirkle, three or four"),
        "expansions-duel": _("Expansions, two players"),
        "expansions-table": _("Expansions, three or four"),
    }.get(pool.key, pool.key)


def _bot_view(key: str) -> RatingView:
    points = bots.anchor_of(key)
    return {"points": points, "is_provisional": False, "text": f"{points}", "games": 0}


def worked_examples() -> dict[str, Any]:
    """Return examples of what games change, calculated by the formula itself.

    ``duel``: somebody of 1620 with 40 games loses to somebody of 1500 with 10. ``table``: three
    people of equal strength with 60 games each. Rows have ``before``, ``games``, ``k``,
    ``expected`` (points from the other, two players only), ``place``, ``change``, ``change_text``.
    """
    strong = Entrant(rating=1620 * SCALE, games=40, place=2)
    weak = Entrant(rating=1500 * SCALE, games=10, place=1)
    three = [Entrant(rating=START, games=60, place=place) for place in (1, 2, 3)]
    return {"duel": _example([strong, weak]), "table": _example(three)}


def _example(entrants: list[Entrant]) -> list[dict[str, Any]]:
    rows = []
    for seat, (entrant, change) in enumerate(zip(entrants, changes(entrants), strict=True)):
        others = [other for number, other in enumerate(entrants) if number != seat]
        rows.append(
            {
                "before": round(entrant.rating / SCALE),
                "games": entrant.games,
                "k": k_factor(entrant.games),
                "expected": expected(entrant.rating, others[0].rating),
                "place": entrant.place,
                "change": change / SCALE,
                "change_text": f"{change / SCALE:+.1f}".replace("-", "\N{MINUS SIGN}"),
            }
        )
    return rows
