"""What a user was told, how he wants to be told, and what has not reached anybody yet."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.core.notices import DEFAULTS, Channel, Event, Quiet
from games.core.pool import POOLS
from games.models import Notice, NoticeChoice, NoticeHabits
from games.selectors.ratings import pool_name

PAGE_SIZE = 30

DIGEST = "digest"
"""Stands for the daily mail where else an event is named."""


def unread_notices(user_id: int, *, besides: str = "") -> QuerySet[Notice]:
    """Return the notices of this user's bell that he has not seen, but those of one game."""
    return _shown(user_id).filter(read_at__isnull=True).exclude(game__public_id=besides)


def notices_page(user_id: int, *, before: int | None = None) -> dict[str, Any]:
    """Return the next notices, newest first.

    Args:
        before: ``older`` of the page before; None for the newest.

    Returns:
        ``rows`` with ``id``, ``event``, ``text``, ``at`` and ``is_read``; ``older``, where older
        ones go on, None at the end.
    """
    notices = _shown(user_id).prefetch_related("game__players__user").order_by("-pk")
    if before is not None:
        notices = notices.filter(pk__lt=before)
    found = list(notices[: PAGE_SIZE + 1])
    rows = [
        {
            "id": notice.pk,
            "event": notice.event,
            "text": notice_text(notice, _opponents(notice)),
            "at": notice.created_at,
            "is_read": notice.read_at is not None,
        }
        for notice in found[:PAGE_SIZE]
    ]
    return {"rows": rows, "older": rows[-1]["id"] if len(found) > PAGE_SIZE else None}


def find_notice(user_id: int, pk: int) -> Notice | None:
    """Return one of this user's notices."""
    return Notice.objects.select_related("game").filter(user_id=user_id, pk=pk).first()


def notice_path(notice: Notice) -> str:
    """Return the address of what a notice is about."""
    if "path" in notice.facts:
        return str(notice.facts["path"])
    return reverse("home") if notice.game is None else notice.game.get_absolute_url()


def notice_text(notice: Notice, opponents: Sequence[str]) -> str:
    """Return a notice as one sentence without its full stop.

    Args:
        opponents: names of the others in its game.
    """
    facts = notice.facts
    sentences: dict[str, str] = {
        Event.YOUR_TURN: _("Your turn against %(names)s"),
        Event.TIME_SHORT: _("Your time against %(names)s is running out"),
        Event.GAME_OVER: _("Your game against %(names)s is over"),
        Event.INVITATION: _("%(actor)s challenges you on the ladder")
        if facts.get("is_ladder")
        else _("%(actor)s invites you to a game"),
        Event.CHAT: _("%(actor)s wrote in the chat of your game"),
        Event.AWAY: _("%(actor)s is back")
        if facts.get("is_back")
        else _("%(actor)s is away; clocks that may stand for that stand"),
    }
    if facts.get("kind") == "recalculated":
        pools = {pool.key: pool_name(pool) for pool in POOLS}
        return _("Your rating in %(pool)s was recalculated: %(before)d before, %(after)d now") % {
            **facts,
            "pool": pools.get(facts["pool"], facts["pool"]),
        }
    sentence = sentences.get(notice.event)
    if sentence is None:
        return str(facts.get("sentence", ""))
    names = get_text_list(list(opponents), _("and"))
    return sentence % {"names": names, "actor": facts.get("actor", "")}


def _opponents(notice: Notice) -> list[str]:
    if notice.game is None:
        return []
    players = sorted(notice.game.players.all(), key=lambda player: player.seat)
    return [player.user.get_username() for player in players if player.user_id != notice.user_id]


def _shown(user_id: int) -> QuerySet[Notice]:
    """Return the notices of those events for which this user wants the bell."""
    off = NoticeChoice.objects.filter(
        user_id=user_id, channel=Channel.BELL, is_on=False, event=OuterRef("event")
    )
    return Notice.objects.filter(~Exists(off), user_id=user_id)


def choices_of(user_ids: Iterable[int]) -> dict[int, dict[str, frozenset[Channel]]]:
    """Return for each user the channels of each event."""
    chosen = {user_id: {event: set(on) for event, on in DEFAULTS.items()} for user_id in user_ids}
    for choice in NoticeChoice.objects.filter(user_id__in=list(chosen)):
        if choice.event in DEFAULTS:
            channels = chosen[choice.user_id][Event(choice.event)]
            channel = Channel(choice.channel)
            (channels.add if choice.is_on else channels.discard)(channel)
    return {
        user_id: {str(event): frozenset(on) for event, on in events.items()}
        for user_id, events in chosen.items()
    }


def quiet_of(habits: NoticeHabits) -> Quiet | None:
    """Return a user's quiet hours, if he has any."""
    if habits.quiet_from is None or habits.quiet_until is None:
        return None
    return Quiet(habits.quiet_from, habits.quiet_until)


def event_name(event: str) -> str:
    """Return what people call an event, or the daily mail.

    Raises:
        ValueError: there is no such event.
    """
    names = {
        Event.YOUR_TURN: _("Your turn"),
        Event.TIME_SHORT: _("Time is running out"),
        Event.GAME_OVER: _("Game over"),
        Event.INVITATION: _("Invitation"),
        Event.CHAT: _("Chat"),
        Event.AWAY: _("Opponent away or back"),
        Event.LADDER: _("Ladder"),
        Event.MODERATION: _("Moderation"),
    }
    return _("Daily mail") if event == DIGEST else names[Event(event)]


def channel_name(channel: str) -> str:
    """Return what people call a channel."""
    return {
        Channel.BELL: _("Bell"),
        Channel.EMAIL: _("Email"),
        Channel.PUSH: _("Push"),
    }[Channel(channel)]
