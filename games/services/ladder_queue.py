"""Get into a ladder's queue, change one's wishes, leave it again."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.errors import BadRequestError, DomainError
from games.core.notices import Event
from games.core.pairing import PACES
from games.core.pool import Pool
from games.models import LadderQueue, Vacation
from games.selectors.ladder import find_pool
from games.selectors.ladder_queue import CANNOT, rulesets_of, with_room
from games.selectors.ratings import pool_name
from games.services.bans import refuse_banned_from_rated
from games.services.letters import speaking_to
from games.services.notices import tell
from games.services.rated_offers import refuse_unconfirmed
from games.services.retry import retried

GAMES_MOST = 5
UNSEEN_FOR = timedelta(days=14)
"""Whoever was not seen for so long leaves every queue: nobody should wait for his moves."""

SWEEP_SIZE = 200


@retried
def join_queue(
    *,
    user: User,
    pool_key: str,
    paces: Sequence[str],
    rulesets: Sequence[str],
    games_most: int,
    now: datetime,
) -> LadderQueue:
    """Put somebody into a pool's queue; who is in it changes his wishes and keeps his turn.

    Args:
        paces, rulesets: keys of what he would play, one or more of each.
        games_most: how many games of this ladder he wants at once, 1 to `GAMES_MOST`.

    Raises:
        DomainError: ``no_such_ladder``.
        BadRequestError: ``bad_request``.
        NotAllowedError: ``address_not_confirmed``, ``banned_from_rated``.
    """
    pool = find_ladder(pool_key)
    if not paces or not set(paces) <= set(PACES):
        raise BadRequestError("bad_request", "Choose one or more of the paces on offer.")
    if not rulesets or not set(rulesets) <= set(rulesets_of(pool)):
        raise BadRequestError("bad_request", "Choose one or more of the games on offer.")
    if not 1 <= games_most <= GAMES_MOST:
        raise BadRequestError("bad_request", f"Choose one to {GAMES_MOST} games at once.")
    refuse_unconfirmed(user)
    refuse_banned_from_rated(user)
    wishes = {
        "paces": [key for key in PACES if key in paces],
        "rulesets": [key for key in rulesets_of(pool) if key in rulesets],
        "games_most": games_most,
    }
    with transaction.atomic(durable=True):
        _lock_user(user.pk)
        row, _is_new = LadderQueue.objects.update_or_create(
            user=user,
            pool=pool.key,
            defaults=wishes,
            create_defaults={**wishes, "joined_at": now, "waits_since": now},
        )
        return row


@retried
def leave_queue(*, user: User, pool_key: str) -> None:
    """Take somebody out of a pool's queue; his games go on. Who is not in it stays out.

    Raises:
        DomainError: ``no_such_ladder``.
    """
    pool = find_ladder(pool_key)
    with transaction.atomic(durable=True):
        _lock_user(user.pk)
        LadderQueue.objects.filter(user=user, pool=pool.key).delete()


def settle_turns(*, pool: str, now: datetime) -> None:
    """Stop the waiting of those who cannot be paired, begin that of those who can again.

    So that nobody gains width and turn while his places are taken.
    """
    rows = with_room(LadderQueue.objects.filter(pool=pool))
    _set_turns(rows.filter(CANNOT, waits_since__isnull=False), None)
    _set_turns(rows.exclude(CANNOT).filter(waits_since__isnull=True), now)


def sweep_queue(*, now: datetime) -> int:
    """Take out of the queues whoever was not seen for long and tell him; return how many.

    Somebody on vacation stays: he is not paired, and has said when he is back.
    """
    gone = _unseen(now).order_by("pk").values_list("pk", flat=True)
    return sum(_dismiss_unseen(pk, now) for pk in list(gone[:SWEEP_SIZE]))


def dismiss(row: LadderQueue, sentence: str, now: datetime) -> None:
    """Take somebody out of a queue and tell him why.

    Args:
        sentence: without its full stop, in his language.

    Lock: call inside a transaction that holds his user.
    """
    LadderQueue.objects.filter(pk=row.pk).delete()
    tell(
        [row.user],
        Event.LADDER,
        key=f"queue:{row.pk}:out",
        now=now,
        sentence=sentence,
        path=reverse("ladder", args=[row.pool]),
    )


def find_ladder(pool_key: str) -> Pool:
    """Return the pool of a ladder.

    Raises:
        DomainError: ``no_such_ladder``.
    """
    pool = find_pool(pool_key)
    if pool is None:
        raise DomainError("no_such_ladder", "There is no such ladder.")
    return pool


def _unseen(now: datetime) -> QuerySet[LadderQueue]:
    long_ago = now - UNSEEN_FOR
    away = Vacation.objects.filter(user_id=OuterRef("user_id"), ended_at__isnull=True)
    return LadderQueue.objects.filter(
        ~Exists(away),
        Q(user__presence__isnull=True) | Q(user__presence__seen_at__lt=long_ago),
        Q(user__last_login__isnull=True) | Q(user__last_login__lt=long_ago),
        joined_at__lt=long_ago,
    )


@retried
def _dismiss_unseen(pk: int, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        row = LadderQueue.objects.filter(pk=pk).select_related("user").first()
        if row is None:
            return False
        _lock_user(row.user_id)
        if not _unseen(now).filter(pk=pk).exists():
            return False
        with speaking_to(row.user):
            sentence = _(
                "You have not been here for two weeks and left the queue of “%(ladder)s”"
            ) % {"ladder": pool_name(find_ladder(row.pool))}
        dismiss(row, sentence, now)
        return True


@retried
def _set_turns(rows: QuerySet[LadderQueue], waits_since: datetime | None) -> None:
    with transaction.atomic():
        locked = rows.select_for_update(of=("self",), skip_locked=True).order_by("user_id")
        ids = list(locked.values_list("pk", flat=True))
        LadderQueue.objects.filter(pk__in=ids).update(waits_since=waits_since)


def _lock_user(user_id: int) -> None:
    User.objects.select_for_update(no_key=True).get(pk=user_id)
