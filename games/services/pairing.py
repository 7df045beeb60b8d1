"""Pair who waits on the ladders, and start their games."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.errors import NotAllowedError
from games.core.notices import Event
from games.core.pace import PACES
from games.core.pairing import Entrant, Meeting, may_all_meet, meet
from games.core.pool import POOLS, Pool
from games.models import Game, LadderQueue
from games.selectors.ladder_queue import entrants
from games.services.bans import refuse_banned_from_rated
from games.services.ladder_queue import dismiss, settle_turns
from games.services.letters import speaking_to
from games.services.notices import tell
from games.services.rated_offers import refuse_unconfirmed
from games.services.retry import BusyError, retried
from games.services.start import start_game

logger = logging.getLogger(__name__)

ROUND_S = 8.0
"""Seconds for all pools; a task is stopped after ten. Who is left over is first in a minute."""

PAUSE = timedelta(seconds=30)
"""Whoever got a game waits for the next one from then on, so that he gets one in a round: also if
another round runs at once, or soon after."""


def pair_ladders(*, now: datetime) -> int:
    """Start the games that can start now, on every ladder; return how many.

    Safe to run any number of times, also at once: what was read without a lock is read again under
    it before a game starts.
    """
    end = monotonic() + ROUND_S
    return sum(_pair_pool(pool, now, end) for pool in POOLS)


def _pair_pool(pool: Pool, now: datetime, end: float) -> int:
    settle_turns(pool=pool.key, now=now)
    waiting = {entrant.user_id: entrant for entrant in entrants(pool.key, now)}
    started = 0
    for meeting in meet(waiting.values(), pool.size):
        if monotonic() > end:
            break
        started += _start_quietly(pool, meeting, waiting, now)
    return started


def _start_quietly(
    pool: Pool, meeting: Meeting, waiting: Mapping[int, Entrant], now: datetime
) -> bool:
    """Do as `_start`; a game that cannot start holds up no other."""
    try:
        return _start(pool, meeting, waiting, now) is not None
    except BusyError:
        return False
    except Exception:
        logger.exception("The users %s of %s could not be paired", meeting.user_ids, pool.key)
        return False


@retried
def _start(
    pool: Pool, meeting: Meeting, waiting: Mapping[int, Entrant], now: datetime
) -> Game | None:
    """Start one game, if all that was read of its players still holds.

    Lock: the players, in the order of their keys; whoever is held by somebody else, by another
    round of pairing or by his own block, is left for the next minute.
    """
    ids = meeting.user_ids
    with transaction.atomic(durable=True):
        users = _lock_users(ids)
        now_waiting = entrants(pool.key, now, ids)
        if len(users) < len(ids) or not _is_unchanged(now_waiting, waiting, meeting):
            return None
        if _dismiss_unfit(pool, users, now):
            return None
        game = start_game(
            users=users,
            ruleset_key=meeting.term.ruleset,
            options={},
            now=now,
            pace=PACES[meeting.term.pace],
            is_rated=True,
            ladder=pool.key,
        )
        LadderQueue.objects.filter(pool=pool.key, user__in=users).update(waits_since=now + PAUSE)
        _tell_paired(game, users, now)
        return game


def _lock_users(ids: Sequence[int]) -> list[User]:
    users = User.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=ids)
    return list(users.order_by("pk"))


def _is_unchanged(
    found: Sequence[Entrant], before: Mapping[int, Entrant], meeting: Meeting
) -> bool:
    """Return whether these still wait as they did: a game that one got meanwhile ends his wait."""
    return (
        len(found) == len(meeting.user_ids)
        and all(entrant.waited == before[entrant.user_id].waited for entrant in found)
        and may_all_meet(found, meeting.term)
    )


def _dismiss_unfit(pool: Pool, users: Sequence[User], now: datetime) -> bool:
    """Take out of the queue who may not play rated games any more; return whether there was one."""
    is_anybody_out = False
    for row in LadderQueue.objects.filter(pool=pool.key, user__in=users).select_related("user"):
        try:
            refuse_unconfirmed(row.user)
            refuse_banned_from_rated(row.user)
        except NotAllowedError:
            is_anybody_out = True
            with speaking_to(row.user):
                sentence = _("You left the queue of a ladder: you may play no rated games now")
            dismiss(row, sentence, now)
    return is_anybody_out


def _tell_paired(game: Game, users: Sequence[User], now: datetime) -> None:
    """Tell each of them against whom he plays; that it is his turn is told apart."""
    for user in users:
        names = [other.get_username() for other in users if other != user]
        with speaking_to(user):
            sentence = _("Your ladder game against %(names)s has begun") % {
                "names": get_text_list(names, _("and"))
            }
        tell([user], Event.LADDER, key=f"paired:{game.pk}", now=now, game=game, sentence=sentence)
