"""Somebody about whom the site keeps something in every table, for his copy and for his end."""

from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from accounts.models import AddressChange, Session, User
from accounts.services.names import rename
from games.core.notices import Event
from games.models import (
    ChatMute,
    FrozenLadder,
    FrozenPlace,
    Game,
    GameLook,
    LadderQueue,
    NoticeChoice,
    NoticeHabits,
    Presence,
    Privacy,
    PushSubscription,
    Room,
    StandingOrder,
    Vacation,
)
from games.services.appeals import write_appeal
from games.services.blocks import block
from games.services.follows import follow
from games.services.notes import write_note
from games.services.notices import tell
from games.services.play import resign
from games.services.reports import report_line, report_player
from games.services.sanctions import impose
from tests.chatting import say_line
from tests.client import session_for
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.table import play

NAME, FIRST_NAME, ADDRESS = "Zebedee", "Zacharias", "zeb@quagga.example"
"""What he is called, what he was called before, and where mails to him go."""

SAID = "quagga-said"
"""Stands in all that he has written."""

SECRET = "okapi-secret"
"""Stands in all about him that is not for him."""


class Person(NamedTuple):
    """Somebody, his games and one whom he knows."""

    user: User
    friend: User
    over: Game
    running: Game


def make_person() -> Person:
    """Return somebody with rows in every table that names a user."""
    user = make_user(username=FIRST_NAME, email=ADDRESS)
    friend = make_user(username="Bo")
    moderator = make_user(username="Mo", is_staff=True, is_superuser=True)
    EmailAddress.objects.create(user=user, email=ADDRESS, primary=True, verified=True)
    over = make_game(user, friend, make_user(username="Cy"))
    play(over)
    report_player(user=friend, suspect=user, category="help", now=NOW, game=over)
    rename(user, name=NAME, now=NOW)
    user.refresh_from_db()
    line = say_line(over, user, f"{SAID} in the chat")
    say_line(over, friend, "Well played")
    report_line(
        game=over, user=friend, room=Room.TABLE, number=line.number, category="rude", now=NOW,
        text=f"{SECRET} report",
    )  # fmt: skip
    report_line(
        game=over, user=user, room=Room.TABLE, number=line.number + 1, category="rude", now=NOW,
        text=f"{SAID} report",
    )  # fmt: skip
    resign(public_id=over.public_id, user_id=friend.pk, key="r", now=NOW)
    resign(public_id=over.public_id, user_id=user.pk, key="s", now=NOW)
    running = make_game(user, friend, now=NOW)
    _write_down(user, friend, over)
    _measure(user, moderator)
    _keep(user, running)
    tell([friend], Event.CHAT, key="c", now=NOW, game=over, actor=NAME)
    return Person(user, friend, over, running)


def _write_down(user: User, friend: User, game: Game) -> None:
    for about in (game, friend):
        write_note(author=user, about=about, text=f"{SAID} note", now=NOW)
    write_note(author=friend, about=user, text=f"{SECRET} note on {NAME}", now=NOW)
    follow(user=user, name=friend.username, now=NOW)
    follow(user=friend, name=user.username, now=NOW)
    block(user=user, name=make_user().username, now=NOW)
    for fields in ({"game": game}, {"person": friend}):
        ChatMute.objects.create(user=user, **fields)
    make_challenge(host=user)


def _measure(user: User, moderator: User) -> None:
    for kind, days in (("warning", None), ("shadow_mute", 7), ("mute", 7)):
        words = "" if kind == "shadow_mute" else f"be kind, {NAME}"
        sanction = impose(
            user=user, kind=kind, by=moderator, days=days, words=words, now=NOW,
            note=f"{SECRET} {NAME} was rude",
        )  # fmt: skip
    write_appeal(sanction_pk=sanction.pk, user=user, text=f"{SAID} appeal", now=NOW)
    LogEntry.objects.create(
        user=moderator,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr=str(user),
        action_flag=CHANGE,
    )


def _keep(user: User, game: Game) -> None:
    """Add the rows that no command of the table makes here."""
    session_for(user)
    Session.objects.filter(user=user).update(device="Firefox on Quagga", address="203.0…")
    Authenticator.objects.create(user=user, type="totp", data={"secret": SECRET})
    AddressChange.objects.create(user=user, old=f"old-{ADDRESS}", new=ADDRESS, created_at=NOW)
    PushSubscription.objects.create(
        user=user, endpoint="https://push.example/quagga", p256dh=SECRET, auth="a", created_at=NOW
    )
    GameLook.objects.create(user=user, game=game, seen_at=NOW)
    Presence.objects.update_or_create(user=user, defaults={"seen_at": NOW})
    Privacy.objects.create(user=user)
    NoticeHabits.objects.update_or_create(user=user, defaults={"wants_always": True})
    NoticeChoice.objects.create(user=user, event="chat", channel="email", is_on=True)
    LadderQueue.objects.create(user=user, pool="qwirkle-duel", joined_at=NOW)
    Vacation.objects.create(user=user, started_at=NOW, ends_at=NOW, ended_at=NOW)
    StandingOrder.objects.create(
        player=game.players.get(user=user), choices=[{"move": "play RS@0,0", "least": 1}],
        version=0, key="k", stored_at=NOW,
    )  # fmt: skip
    season = FrozenLadder.objects.create(pool="qwirkle-duel", kind="season", key="2026-q3", at=NOW)
    FrozenPlace.objects.create(ladder=season, user=user, value=1_500_000, games=20, rank=1)


def columns_to_users() -> set[str]:
    """Return every column of every table that names a user, as "app.Model.field"."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.concrete and not field.many_to_many and field.related_model is User
    }


def rows_with(text: str) -> set[str]:
    """Return the tables in which a text stands, in any column and any case."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            if any(text.lower() in _as_text(row).lower() for row in cursor.fetchall()):
                found.add(table)
    return found


def _as_text(row: tuple[Any, ...]) -> str:
    values = (bytes(value) if isinstance(value, memoryview) else value for value in row)
    return " ".join(map(str, values))
