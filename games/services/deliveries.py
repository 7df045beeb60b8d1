"""Send what is due, each once, and keep what became of it."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db.models import F, Q

from games.core.notices import Channel, Event
from games.models import Challenge, Delivery, Notice
from games.selectors.games import waiting_count
from games.selectors.letters import seconds_left
from games.selectors.notices import DIGEST, event_name, notice_text
from games.selectors.paces import pace_name
from games.selectors.variants import variant_name
from games.services.channel import ChannelError
from games.services.letters import Letter, compose, speaking_to
from games.services.looks import forget_looks
from games.services.mailer import mail_of, post_mail
from games.services.notices import TURN_EVENTS
from games.services.pusher import push_of, push_to_all
from games.services.reminders import marks_of

logger = logging.getLogger(__name__)

SWEEP_SIZE = 100
SWEEP_S = 3.0
"""Seconds; the last delivery that is begun may take its own time-out longer."""

LEASE = timedelta(seconds=60)
"""Longer than any try: nobody else sends meanwhile."""

TRIES_MAX = 6
PAUSE = timedelta(minutes=1)
"""Before the second try; each further pause is four times as long."""

KEPT = timedelta(days=90)
FORGOTTEN_AT_ONCE = 500

_KINDS: Mapping[str, str] = {
    Event.YOUR_TURN: "turn",
    Event.TIME_SHORT: "time",
    Event.GAME_OVER: "over",
    Event.INVITATION: "invitation",
    Event.CHAT: "chat",
}
_OPEN = Q(state__in=[Delivery.State.WAITING, Delivery.State.SENDING])


def sweep_deliveries(*, now: datetime) -> int:
    """Send what is due, oldest first; return how many were tried.

    Any number of callers at once send each once. A worker that dies between sending and writing
    that down sends again after its lease: the same mail, with the same Message-ID.
    """
    until = monotonic() + SWEEP_S
    due = Delivery.objects.filter(_OPEN & _free(now), due_at__lte=now).order_by("due_at", "pk")
    tried = 0
    for pk in list(due.values_list("pk", flat=True)[:SWEEP_SIZE]):
        if monotonic() > until:
            break
        tried += deliver(pk=pk, now=now)
    return tried


def deliver(*, pk: int, now: datetime) -> bool:
    """Try one delivery, if nobody else is at it; return whether it was tried or dropped."""
    mine = Delivery.objects.filter(_OPEN & _free(now), pk=pk, due_at__lte=now)
    lease = now + LEASE
    if not mine.update(state=Delivery.State.SENDING, lease_until=lease, tries=F("tries") + 1):
        return False
    delivery = Delivery.objects.select_related("user", "notice__game", "notice__challenge").get(
        pk=pk
    )
    reason = _needless(delivery, now)
    if reason:
        _end(delivery, Delivery.State.DROPPED, reason, now)
        return True
    try:
        _send(delivery, now)
    except ChannelError as error:
        _after(delivery, error, now)
    except Exception:
        # Whatever it is, it must not stop the deliveries behind it, nor be tried for ever.
        logger.exception("Delivery %s could not be made", pk)
        _after(delivery, ChannelError("fault", is_permanent=False), now)
    else:
        _end(delivery, Delivery.State.SENT, "", now)
    return True


def forget_old(*, now: datetime) -> int:
    """Delete what is older than `KEPT` and done with, a bounded number; return how many."""
    before = now - KEPT
    old = Delivery.objects.filter(~_OPEN, created_at__lt=before).values("pk")
    gone = Delivery.objects.filter(
        pk__in=list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    )
    read = Notice.objects.filter(read_at__isnull=False, created_at__lt=before)
    done = Notice.objects.filter(pk__in=list(read.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]))
    return gone.delete()[0] + done.delete()[0] + forget_looks(now=now)


def _free(now: datetime) -> Q:
    return Q(lease_until__isnull=True) | Q(lease_until__lte=now)


def _needless(delivery: Delivery, now: datetime) -> str:
    """Return why this need not be sent any more, or nothing."""
    notice = delivery.notice
    if not delivery.user.is_active:
        return "account_closed"
    if notice is None:
        return "" if waiting_count(delivery.user_id) else "nothing_waits"
    if notice.read_at is not None:
        return "read"
    if notice.event in TURN_EVENTS and not _is_his_turn(delivery, notice):
        return "turn_over"
    if notice.event == Event.TIME_SHORT and not _is_short(notice, now):
        return "time_enough"
    is_open = notice.challenge is None or notice.challenge.status == Challenge.Status.OPEN
    return "" if is_open else "offer_closed"


def _is_his_turn(delivery: Delivery, notice: Notice) -> bool:
    """Return whether it is still this user's turn: one that he took is read already."""
    game = notice.game
    if game is None or game.to_move is None:
        return False
    return game.players.filter(seat=game.to_move, user=delivery.user).exists()


def _is_short(notice: Notice, now: datetime) -> bool:
    """Return whether time still runs out: a pause or a gift may have come in between."""
    game = notice.game
    if game is None or game.deadline_at is None:
        return False
    marks = marks_of(game)
    return bool(marks) and game.deadline_at - now <= marks[0]


def _send(delivery: Delivery, now: datetime) -> None:
    notice, user = delivery.notice, delivery.user
    event = DIGEST if notice is None else notice.event
    with speaking_to(user):
        letter = _letter(delivery)
        if delivery.channel == Channel.EMAIL:
            mail = mail_of(
                letter,
                notice_pk=0 if notice is None else notice.pk,
                event=event,
                event_name=event_name(event),
                name=delivery.key,
            )
            post_mail(mail)
            return
        ttl = _time_to_live(notice, now)
        push = push_of(letter, count=waiting_count(user.pk), ttl=ttl)
        push_to_all(user, push, now=now)


def _letter(delivery: Delivery) -> Letter:
    notice, user = delivery.notice, delivery.user
    if notice is None:
        return compose(user=user, kind=DIGEST)
    more: dict[str, Any] = {key: fact for key, fact in notice.facts.items() if key != "kind"}
    if notice.challenge is not None:
        more["invitation"] = _invitation(notice.challenge)
    if "sentence" not in more and notice.event not in _KINDS:
        more["sentence"] = notice_text(notice, ())
    kind = _KINDS.get(notice.event, "other")
    return compose(user=user, kind=kind, game=notice.game, **more)


def _invitation(challenge: Challenge) -> dict[str, Any]:
    return {
        "ruleset_name": variant_name(challenge.ruleset_key, challenge.options),
        "seat_count": challenge.seat_count,
        "pace_name": pace_name(challenge.pace),
    }


def _time_to_live(notice: Notice | None, now: datetime) -> timedelta | None:
    """Return how long a push is worth to arrive: a turn's no longer than the turn."""
    game = None if notice is None else notice.game
    left = None if game is None else seconds_left(game.deadline_at, now)
    return None if left is None else timedelta(seconds=left)


def _after(delivery: Delivery, error: ChannelError, now: datetime) -> None:
    """Give up, or try again later: after a minute, four, sixteen, or when the other side said."""
    if error.is_permanent or delivery.tries >= TRIES_MAX:
        _end(delivery, Delivery.State.FAILED, error.code, now)
        return
    pause = PAUSE * 4 ** (delivery.tries - 1)
    if error.retry_after_s is not None:
        pause = max(pause, timedelta(seconds=error.retry_after_s))
    Delivery.objects.filter(pk=delivery.pk).update(
        state=Delivery.State.WAITING, error=error.code, due_at=now + pause, lease_until=None
    )


def _end(delivery: Delivery, state: Delivery.State, reason: str, now: datetime) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(
        state=state, error=reason, ended_at=now, lease_until=None
    )
