"""The signals about somebody, each explained in one sentence."""

from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import Signal

SHOWN: Final = 20


def signals_of(user_id: int) -> list[dict[str, Any]]:
    """Return the newest signals about an account, alone or as one of two.

    Rows have ``signal``, ``sentence`` (its figures in words) and ``is_open``, while no moderator
    has dismissed it.
    """
    about = Q(user=user_id) | Q(other=user_id)
    found = Signal.objects.filter(about).select_related("user", "other", "judged_by")
    return [
        {
            "signal": signal,
            "sentence": sentence_of(signal),
            "is_open": signal.state != Signal.State.DISMISSED,
        }
        for signal in found.order_by("-id")[:SHOWN]
    ]


def sentence_of(signal: Signal) -> str:
    """Return what was noticed, as a sentence with its figures."""
    names = {
        "name": signal.user.get_username(),
        "other": "" if signal.other is None else signal.other.get_username(),
    }
    kinds = Signal.Kind
    sentences = {
        kinds.MANY_GAMES: _(
            "%(name)s and %(other)s have played %(games)s rated games with each other, of all rated"
            " games of one of them %(share)s."
        ),
        kinds.EARLY_LOSSES: _(
            "%(name)s left %(losses)s of %(games)s rated games in the first turns, against"
            " %(opponents)s different players."
        ),
        kinds.SAME_WINNER: _(
            "%(name)s won %(won)s of %(decided)s rated games against %(other)s; by the ratings"
            " before, %(expected)s of them were to be expected."
        ),
        kinds.SHARED_DEVICE: _device_sentence(signal),
        kinds.BOT_AGREEMENT: _(
            "%(name)s chose as the strongest bot would in %(share)s of %(decisions)s hard"
            " decisions; %(others)s others near a rating of %(rating)s do in %(usual)s."
        ),
        kinds.TABLE_HELP: _(
            "At %(games)s tables of three or four %(name)s and %(other)s gained from each other"
            " %(over_given)s points a game more than others gained from them, and %(over_taken)s"
            " more than they gained from others: %(deviations)s standard errors."
        ),
    }
    shares = {"share", "usual", "expected"}
    figures = {
        name: f"{figure:.0%}" if name in shares else f"{figure}"
        for name, figure in signal.figures.items()
    }
    return sentences[kinds(signal.kind)] % (names | figures)


def _device_sentence(signal: Signal) -> str:
    if signal.figures.get("is_exact"):
        return _(
            "%(name)s and %(other)s have used the same browser, and played %(games)s rated games"
            " with each other."
        )
    return _(
        "%(name)s and %(other)s use the same kind of browser in the same network, as %(accounts)s"
        " accounts do, and played %(games)s rated games with each other. Families do that too."
    )
