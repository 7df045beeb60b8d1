"""Why somebody may not accept a challenge on a ladder: what may have changed since it was made."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import verified_address
from games.models import Challenge, Player, Sanction
from games.selectors.sanctions import is_under
from games.selectors.vacations import open_vacation

OPEN_MOST: Final = 8
"""So many games of one ladder somebody has at once, however they have begun."""


class Bar(NamedTuple):
    """Why somebody may not do something: a code, and one sentence for whoever would."""

    code: str
    sentence: str


def rated_bar(user: User, now: datetime) -> Bar | None:
    """Return why somebody may play no rated games; None if he may."""
    if not verified_address(user):
        return Bar(
            "address_not_confirmed", _("Confirm your email address in the settings to play rated.")
        )
    if is_under(user.pk, Sanction.Kind.BAN_RATED, now):
        return Bar("banned_from_rated", _("A moderator has banned you from rated games."))
    return None


def full_bar() -> Bar:
    """Return the refusal of whoever has `OPEN_MOST` games of a ladder."""
    return Bar(
        "too_many_games",
        _("You have %(n)d games of this ladder; wait until one is over.") % {"n": OPEN_MOST},
    )


def running_ladder_games(user_id: int, pool: str) -> QuerySet[Player]:
    """Return somebody's seats in the games of a ladder that run."""
    return Player.objects.filter(user_id=user_id, finished_at__isnull=True, game__ladder=pool)


def full_players(user_ids: Iterable[int], pool: str) -> set[int]:
    """Return those of these users who have as many games of a ladder as anybody can have."""
    seats = Player.objects.filter(
        user_id__in=list(user_ids), finished_at__isnull=True, game__ladder=pool
    )
    counts = seats.order_by().values_list("user_id").annotate(count=Count("pk"))
    return {user_id for user_id, count in counts if count >= OPEN_MOST}


def answer_bar(user: User, challenge: Challenge, now: datetime) -> Bar | None:
    """Return why somebody may not accept a challenge on a ladder; None if he may.

    Args:
        challenge: with its host.
    """
    host, pool = challenge.host, challenge.ladder
    own = rated_bar(user, now)
    if own is not None:
        return own
    if open_vacation(user.pk) is not None:
        return Bar("you_are_away", _("End your vacation before you accept a challenge."))
    full = full_players([user.pk, host.pk], pool)
    if user.pk in full:
        return full_bar()
    theirs = running_ladder_games(host.pk, pool).values("game_id")
    if running_ladder_games(user.pk, pool).filter(game_id__in=theirs).exists():
        return Bar("already_playing", _("You play each other on this ladder already."))
    return _host_bar(host, now, is_full=host.pk in full)


def _host_bar(host: User, now: datetime, *, is_full: bool) -> Bar | None:
    """Return why the challenge of this host cannot be played now."""
    told = {"name": host.get_username(), "n": OPEN_MOST}
    if rated_bar(host, now) is not None:
        return Bar("host_unfit", _("%(name)s may play no rated games now.") % told)
    if is_full:
        sentence = _("%(name)s has %(n)d games of this ladder; wait until one is over.")
        return Bar("host_full", sentence % told)
    return None


def answer_bars(
    user: User, rows: Iterable[tuple[Challenge, dict[str, Any]]], now: datetime
) -> None:
    """Write into each row, as ``bar``, why this user may not accept its challenge, or nothing."""
    for challenge, row in rows:
        bar = answer_bar(user, challenge, now) if challenge.ladder else None
        row["bar"] = "" if bar is None else bar.sentence
