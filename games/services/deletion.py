"""Carry out what somebody asked for two weeks ago: the end of his account.

In three parts, each of which may be cut off and is found again by the sweep: nobody can sign in any
more and the name is gone; he leaves his games, by the one way in which games are left; what is
personal is deleted (docs/decisions/0029). The row stays for his opponents' games.
"""

import logging
from datetime import datetime

from django.db import transaction

from accounts.models import NameChange, User
from accounts.services.names import KEPT, free_name, hold_name
from accounts.services.sessions import end_sessions
from games.core.errors import ConflictError
from games.models import Game, LadderQueue, Player
from games.services.forgetting import forget
from games.services.play import resign
from games.services.retry import retried
from games.services.withdrawals import withdraw_offers

logger = logging.getLogger(__name__)

AT_ONCE = 20
"""So many accounts end in one sweep."""

STEM = "deleted"
"""What somebody is called whose account has ended, with a number behind it."""


def delete_due_accounts(*, now: datetime) -> int:
    """Delete the accounts whose time has come; return how many. Safe at once and again."""
    due = User.objects.filter(deletion_due__lte=now).order_by("deletion_due", "pk")
    number = 0
    for pk in list(due.values_list("pk", flat=True)[:AT_ONCE]):
        try:
            number += delete_account(pk, now=now)
        except Exception:  # the next sweep tries again; the others need not wait for it
            logger.exception("The account of user %s could not be deleted", pk)
    return number


def delete_account(user_pk: int, *, now: datetime) -> bool:
    """Delete an account that is due; return False if its owner kept it in this moment."""
    if not _close(user_pk, now):
        return False
    _leave_games(user_pk, now)
    forget(user_pk, now=now)
    return True


@retried
def _close(user_pk: int, now: datetime) -> bool:
    """Let nobody in any more, under a name that says nothing. Lock: the user, then his offers."""
    with transaction.atomic(durable=True):
        due = User.objects.select_for_update(no_key=True)
        user = due.filter(pk=user_pk, deletion_due__lte=now).first()
        if user is None:
            return False
        if user.deleted_at is not None:
            return True
        old, user.username = user.username, free_name(STEM)
        hold_name(old, now)
        # The only place that still knows the old name, until everything is forgotten.
        NameChange.objects.create(
            user=user, old=old, new=user.username, is_forced=True, created_at=now,
            kept_until=now + KEPT,
        )  # fmt: skip
        user.is_active = user.is_staff = user.is_superuser = False
        user.deleted_at = now
        user.set_unusable_password()
        user.save()  # a signal closes the sockets
        end_sessions(user)
        withdraw_offers(user, now, is_rated_only=False)
        LadderQueue.objects.filter(user=user).delete()
        return True


def _leave_games(user_pk: int, now: datetime) -> None:
    seats = Player.objects.filter(user_id=user_pk, has_left=False)
    running = seats.filter(game__status=Game.Status.RUNNING)
    for public_id in list(running.order_by("pk").values_list("game__public_id", flat=True)):
        try:
            resign(public_id=public_id, user_id=user_pk, key=f"deleted-{user_pk}", now=now)
        except ConflictError:  # it ended in this moment, or his time was up
            logger.info("Game %s was over before user %s left it", public_id, user_pk)
