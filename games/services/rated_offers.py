"""Who may offer a rated game, and who may join one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from accounts.selectors import verified_address
from games.core.elo import SCALE
from games.core.errors import BadRequestError, ConflictError, NotAllowedError
from games.core.pace import PACES
from games.core.pool import Pool, pool_of
from games.models import Challenge
from games.rules import registry
from games.selectors.ratings import FAR, RANGES, range_of, value_in
from games.services.bans import refuse_banned_from_rated
from games.services.conduct_offers import checked_minimum, refuse_unreliable


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake in an offer.

    Attributes:
        is_rated: whether the game changes ratings.
        range: how far from the host's a rating may be, in points; None for any.
        min_conduct: how well who joins has to keep his games, in per cent; None for any.
    """

    is_rated: bool = False
    range: int | None = None
    min_conduct: int | None = None


CASUAL = Stakes()


def stakes_of(
    stakes: Stakes,
    host: User,
    *,
    ruleset_key: str,
    options: Mapping[str, Any],
    seat_count: int,
    pace: str,
    is_private: bool,
) -> dict[str, Any]:
    """Return the fields of an offer with these stakes.

    Raises:
        BadRequestError: ``bad_request``, ``rated_needs_clock``, ``rated_is_public``,
            ``rated_needs_usual_rules``.
        NotAllowedError: ``address_not_confirmed``.
    """
    conduct = {"min_conduct": checked_minimum(stakes.min_conduct)}
    if not stakes.is_rated:
        return conduct
    if stakes.range is not None and stakes.range not in RANGES:
        raise BadRequestError("bad_request", "Choose one of the ranges on offer.")
    if not PACES[pace].is_timed:
        raise BadRequestError("rated_needs_clock", "Choose a pace with a clock for a rated game.")
    if is_private:
        raise BadRequestError(
            "rated_is_public", "A rated game can be watched; make it casual to keep it private."
        )
    if not has_usual_rules(ruleset_key, options):
        raise BadRequestError(
            "rated_needs_usual_rules", "Take the details as they are for a rated game."
        )
    refuse_unconfirmed(host)
    refuse_banned_from_rated(host)
    value = value_in(pool_of(ruleset_key, seat_count), host.pk)
    rating = {"is_rated": True, "rating_range": stakes.range, "host_rating": value}
    return rating | conduct


def has_usual_rules(ruleset_key: str, options: Mapping[str, Any]) -> bool:
    """Return whether nothing but the sides of the boards departs from the published rules.

    Ratings compare people, so all games of a pool are played by the same rules.
    """
    usual = registry.get(ruleset_key).parse_options({})
    return all(options[name] == value for name, value in usual.items() if name != "boards")


def refuse_unconfirmed(user: User) -> None:
    """Refuse whoever has no confirmed address: accounts made by the dozen would be worth points.

    Raises:
        NotAllowedError: ``address_not_confirmed``.
    """
    if not verified_address(user):
        raise NotAllowedError(
            "address_not_confirmed", "Confirm your email address in the settings to play rated."
        )


def refuse_unfit(challenge: Challenge, user: User, *, is_sure: bool) -> None:
    """Refuse whoever may not join an offer, and ask who is far from its host once more.

    Args:
        is_sure: whether he has been asked.

    Raises:
        NotAllowedError: ``address_not_confirmed``.
        ConflictError: ``conduct_too_low``, ``outside_range``, ``far_away``.
    """
    refuse_unreliable(challenge, user)
    if not challenge.is_rated:
        return
    refuse_unconfirmed(user)
    refuse_banned_from_rated(user)
    allowed = range_of(challenge)
    value = value_in(pool_of_offer(challenge), user.pk)
    if allowed is not None and not allowed[0] <= value <= allowed[1]:
        low, high = (round(end / SCALE) for end in allowed)
        raise ConflictError(
            "outside_range",
            f"This offer is for ratings from {low} to {high}; yours is {round(value / SCALE)}.",
        )
    distance = abs(value - value_in(pool_of_offer(challenge), challenge.host_id))
    if distance > FAR * SCALE and not is_sure:
        raise ConflictError(
            "far_away",
            f"You and the host are more than {FAR} points apart; join once more if sure.",
        )


def refuse_other_pool(challenge: Challenge, count: int) -> None:
    """Refuse to start a rated table as a duel: it is rated apart, and nobody chose that.

    Raises:
        ConflictError: ``rated_needs_table``.
    """
    pool = pool_of(challenge.ruleset_key, count)
    if challenge.is_rated and pool != pool_of_offer(challenge):
        raise ConflictError(
            "rated_needs_table", "Two players are rated apart: wait for a third, or withdraw it."
        )


def pool_of_offer(challenge: Challenge) -> Pool:
    """Return the pool in which a game of this offer is rated, if all seats are taken."""
    return pool_of(challenge.ruleset_key, challenge.seat_count)
