"""Refuse what a sanction forbids. What else asks: sign-in, by `User.is_active`."""

from datetime import datetime

from django.utils.formats import date_format

from accounts.models import User
from games.core.errors import NotAllowedError
from games.models import Sanction
from games.selectors.sanctions import SPEECHLESS, held


def refuse_muted(user: User, now: datetime) -> None:
    """Refuse whoever may say nothing in any chat.

    Raises:
        NotAllowedError: ``muted``.
    """
    sanction = held(user.pk, *SPEECHLESS, now=now).first()
    if sanction is not None:
        raise NotAllowedError("muted", f"A moderator has muted you{_until(sanction)}.")


def refuse_banned_from_rated(user: User) -> None:
    """Refuse whoever may play no rated game.

    Raises:
        NotAllowedError: ``banned_from_rated``.
    """
    sanction = held(user.pk, Sanction.Kind.BAN_RATED).first()
    if sanction is not None:
        raise NotAllowedError(
            "banned_from_rated",
            f"A moderator has banned you from rated games{_until(sanction)}.",
        )


def _until(sanction: Sanction) -> str:
    """Return until when a sanction holds, after a space, in the words of a sentence."""
    return "" if sanction.until is None else f" until {date_format(sanction.until, 'j F Y, H:i')}"
