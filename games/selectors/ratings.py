"""What ratings people have, and what a game changed."""

from collections.abc import Sequence
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject
from django.utils.translation import gettext as _

from games.core.elo import (
    SCALE,
    START,
    Entrant,
    changes,
    expected,
    is_provisional,
    k_factor,
)
from games.core.pool import Pool, pool_of
from games.models import Challenge, Game, Player, Rating, RatingChange

type RatingView = dict[str, Any]

NEWCOMER = {"value": START, "games": 0, "opponents": 0}

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


def with_rating(players: QuerySet[Player], game: Game) -> QuerySet[Player]:
    """Return these players, in a rated game that runs each with his ratings; no query more.

    How many they are is not known before they are read, so both sizes of table come along.
    """
    if not game.is_rated or not game.is_running:
        return players
    own = Rating.objects.filter(user_id=OuterRef("user_id"))
    facts = JSONObject(value="value", games="games", opponents="opponents")
    return players.annotate(
        rated_duel=Subquery(own.filter(pool=pool_of(game.ruleset_key, 2).key).values(row=facts)),
        rated_table=Subquery(own.filter(pool=pool_of(game.ruleset_key, 3).key).values(row=facts)),
    )


def seat_ratings(game: Game, players: Sequence[Player]) -> dict[int, dict[str, Any]]:
    """Return by seat the rating to show at a rated table; nothing at another.

    ``points``, whole, and ``text`` as in "1623?"; when the game is over ``change`` too.

    Args:
        players: from `with_rating`.
    """
    if not game.is_rated:
        return {}
    if not game.is_running:
        return _changes_of(game)
    name = f"rated_{pool_of(game.ruleset_key, len(players)).size}"
    rows = {player.seat: getattr(player, name, None) for player in players}
    return {seat: rating_view(**(row or NEWCOMER)) for seat, row in rows.items()}


def value_in(pool: Pool, user_id: int) -> int:
    """Return a person's rating in a pool, in thousandths."""
    found = Rating.objects.filter(pool=pool.key, user_id=user_id).values_list("value", flat=True)
    value = found.first()
    return START if value is None else value


def with_change(seats: QuerySet[Player]) -> QuerySet[Player]:
    """Return these seats, those of rated games with ``rated_before`` and ``rated_after``."""
    own = RatingChange.objects.current("before", "after").filter(
        game_id=OuterRef("game_id"), user_id=OuterRef("user_id")
    )
    return seats.annotate(
        rated_before=Subquery(own.order_by().values("before")[:1]),
        rated_after=Subquery(own.order_by().values("after")[:1]),
    )


def change_of(seat: Player) -> int | None:
    """Return how the rating changed in whole points, None where the game was not rated.

    Args:
        seat: from `with_change`.
    """
    before: int | None = getattr(seat, "rated_before", None)
    after: int | None = getattr(seat, "rated_after", None)
    if before is None or after is None:
        return None
    return round(after / SCALE) - round(before / SCALE)


def _changes_of(game: Game) -> dict[int, dict[str, Any]]:
    return {
        row.seat: {
            "points": round(row.after / SCALE),
            "text": f"{round(row.after / SCALE)}",
            "change": round(row.after / SCALE) - round(row.before / SCALE),
        }
        for row in RatingChange.objects.current().filter(game=game)
    }


def pool_name(pool: Pool) -> str:
    """Return what people call a pool."""
    return {
        "qwirkle-duel": _("Qwirkle, two players"),
        "qwirkle-table": _("Qwirkle, three or four"),
        "expansions-duel": _("Expansions, two players"),
        "expansions-table": _("Expansions, three or four"),
    }.get(pool.key, pool.key)


def pool_label(pool: Pool) -> str:
    """Return the name of a pool where there is little room."""
    return {
        "qwirkle-duel": _("2 players"),
        "qwirkle-table": _("3\N{EN DASH}4 players"),
        "expansions-duel": _("Expansions, 2"),
        "expansions-table": _("Expansions, 3\N{EN DASH}4"),
    }.get(pool.key, pool.key)


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
                "change_text": _signed(change),
            }
        )
    return rows


def _signed(change: int) -> str:
    """Return thousandths as points with their sign, as in "+8.0"; nothing won is "0.0"."""
    return f"{change / SCALE:+.1f}".replace("-", "\N{MINUS SIGN}") if change else "0.0"
