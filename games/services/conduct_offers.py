"""Offers that ask for players who keep their games."""

from accounts.models import User
from games.core.conduct import MINIMA, per_cent
from games.core.errors import BadRequestError, ConflictError
from games.models import Challenge
from games.selectors.conduct import score_of


def checked_minimum(minimum: int | None) -> int | None:
    """Return for which figure an offer asks, in per cent; None for any.

    Raises:
        BadRequestError: ``bad_request``.
    """
    if minimum is not None and minimum not in MINIMA:
        raise BadRequestError("bad_request", "Choose one of the figures on offer.")
    return minimum


def refuse_unreliable(challenge: Challenge, user: User) -> None:
    """Refuse whoever keeps his games less well than an offer asks; the invited are welcome.

    Somebody new has lost nothing yet, and so has the whole figure.

    Raises:
        ConflictError: ``conduct_too_low``.
    """
    if challenge.min_conduct is None or challenge.kind == Challenge.Kind.DIRECT:
        return
    own = per_cent(score_of(user.pk))
    if own < challenge.min_conduct:
        raise ConflictError(
            "conduct_too_low",
            f"This offer asks for conduct of {challenge.min_conduct}% or more; yours is {own}%.",
        )
