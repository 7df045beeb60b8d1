"""What a match shows: share of the points, margin and rating difference, with their limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt

from games.bots.match import Deal, Thinking

Z_95 = 1.96
"""Standard errors on either side of a mean that hold 95 % of a normal distribution."""

ELO_SCALE = 400
"""Rating points that make the odds ten to one."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % limits."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Tally:
    """A whole match, from the first bot's point of view.

    Attributes:
        games: number of games.
        fair_share: share of the points that equal players would get.
        share: points per game, 0..1.
        margin: points ahead of the best of the others.
        elo: rating difference that such a share stands for; None with more than two seats.
        thinking: of the first bot and of the second.
    """

    games: int
    fair_share: float
    share: Estimate
    margin: Estimate
    elo: Estimate | None
    thinking: tuple[Thinking, Thinking]


def tally(deals: Sequence[Deal]) -> Tally:
    """Return what the deals show together; there must be at least one."""
    seats = deals[0].games
    share = estimate([deal.share for deal in deals])
    first = second = Thinking()
    for deal in deals:
        first, second = first.plus(deal.thinking[0]), second.plus(deal.thinking[1])
    return Tally(
        games=sum(deal.games for deal in deals),
        fair_share=1 / seats,
        share=share,
        margin=estimate([deal.margin for deal in deals]),
        elo=_elo_of(share) if seats == 2 else None,
        thinking=(first, second),
    )


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean with its limits.

    One value a deal, not one a game: the games of a deal share their tiles, so they are not
    independent of each other.
    """
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return Estimate(mean, -inf, inf)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = Z_95 * sqrt(variance / count)
    return Estimate(mean, mean - half, mean + half)


def elo(share: float) -> float:
    """Return the rating difference at which this share of the points is expected."""
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return ELO_SCALE * log10(share / (1 - share))


def _elo_of(share: Estimate) -> Estimate:
    return Estimate(elo(share.mean), elo(share.low), elo(share.high))
