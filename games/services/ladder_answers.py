"""Answer a challenge on a ladder: all that it was made under is asked once more."""

from datetime import datetime

from accounts.models import User
from games.core.errors import ConflictError, DomainError, NotAllowedError
from games.models import Challenge
from games.selectors.ladder_answers import Bar, answer_bar

_FORBIDDEN = {"address_not_confirmed", "banned_from_rated"}


def hold_both(public_id: str, user: User) -> None:
    """Lock whoever answers a challenge on a ladder, and who has made it.

    So that neither gets a game too many by two answers at once. Before the challenge itself, as
    everywhere: users, then offers. Any other offer needs no lock of its people.

    Lock: call inside a transaction, before any other lock.
    """
    found = Challenge.objects.filter(public_id=public_id).exclude(ladder="")
    host_id = found.values_list("host_id", flat=True).first()
    if host_id is not None:
        both = User.objects.filter(pk__in=[host_id, user.pk]).order_by("pk")
        list(both.select_for_update(no_key=True))


def refuse_answer(challenge: Challenge, user: User, now: datetime) -> None:
    """Refuse whoever may not accept this challenge on a ladder now; any other offer is let be.

    Raises:
        NotAllowedError: ``address_not_confirmed``, ``banned_from_rated``.
        ConflictError: ``you_are_away``, ``too_many_games``, ``host_unfit``, ``host_full``,
            ``already_playing``.

    Lock: the caller holds both people (`hold_both`) and the challenge.
    """
    bar = answer_bar(user, challenge, now) if challenge.ladder else None
    if bar is not None:
        raise _refusal(bar)


def _refusal(bar: Bar) -> DomainError:
    kind = NotAllowedError if bar.code in _FORBIDDEN else ConflictError
    return kind(bar.code, bar.sentence)
