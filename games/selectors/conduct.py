"""How well people keep their games, in words."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.core.conduct import (
    FAULTS,
    GAMES_MIN,
    HEAL,
    MINIMA,
    MOVES_MIN,
    SCALE,
    WHOLE,
    Outcome,
    after,
    figure,
    per_cent,
)
from games.models import Challenge, Conduct

type ConductView = dict[str, Any]

RELIABLE, FAIR = 90, 75
"""From so many per cent on somebody is called reliable, or mostly reliable."""


def conduct_of(user: User) -> ConductView:
    """Return what is said of a user.

    Args:
        user: with ``conduct`` selected, or it costs a query.

    Returns:
        ``is_new``; ``percent``, whole; ``text`` as in "Reliable 98%", or "New" for somebody with
        few games and no fault; ``is_low``, whether others should think twice.
    """
    try:
        row = user.conduct
    except Conduct.DoesNotExist:
        row = Conduct(user=user)
    return _view(row.score, row.games)


def score_of(user_id: int) -> int:
    """Return a user's figure in hundredths of a per cent."""
    found = Conduct.objects.filter(user_id=user_id).values_list("score", flat=True).first()
    return WHOLE if found is None else found


def minimum_choices() -> list[tuple[int, str]]:
    """Return the figures for which an offer may ask."""
    return [(minimum, _("Of %d%% or more") % minimum) for minimum in MINIMA]


def conduct_bars(challenges: Iterable[Challenge], user: User | None) -> dict[int, str]:
    """Return by offer why its minimum keeps this user out; one query if any asks for one."""
    asking = [
        offer
        for offer in challenges
        if offer.min_conduct is not None and offer.kind != Challenge.Kind.DIRECT
    ]
    if user is None or not asking:
        return {}
    own = per_cent(score_of(user.pk))
    return {
        offer.pk: _("Your conduct is %d%%") % own
        for offer in asking
        if own < (offer.min_conduct or 0)
    }


def conduct_figures() -> dict[str, Any]:
    """Return the numbers of the help page, calculated by the formula itself.

    ``rows``: each with ``games`` (what happened) and ``percent`` after it.
    """
    clean, time_out, quit_early = Outcome.CLEAN, Outcome.TIME_OUT, Outcome.QUIT
    examples = [
        (_("One loss on time"), [time_out]),
        (_("… and ten clean games after it"), [time_out] + [clean] * 10),
        (_("… and forty clean games after it"), [time_out] + [clean] * 40),
        (_("Two early exits"), [quit_early] * 2),
        (_("Five losses on time, each in an absence of its own"), [time_out] * 5),
    ]
    steady = WHOLE
    for number in range(400):
        steady = after(steady, time_out if number % 10 == 9 else clean)
    rows = [{"games": text, "percent": per_cent(figure(games))} for text, games in examples]
    rows.append(
        {"games": _("Every tenth game lost on time, for long"), "percent": per_cent(steady)}
    )
    return {
        "rows": rows,
        "heal": HEAL,
        "time_out": FAULTS[time_out],
        "quit": FAULTS[quit_early],
        "games_min": GAMES_MIN,
        "moves_min": MOVES_MIN,
        "reliable": RELIABLE,
        "fair": FAIR,
    }


def _view(score: int, games: int) -> ConductView:
    percent = per_cent(score)
    is_new = games < GAMES_MIN and score == WHOLE
    word = (
        _("Reliable")
        if percent >= RELIABLE
        else _("Mostly reliable")
        if percent >= FAIR
        else _("Often leaves")
    )
    return {
        "is_new": is_new,
        "percent": percent,
        "text": _("New") if is_new else f"{word} {percent}%",
        "is_low": score < FAIR * SCALE,
    }
