"""T16 for what people say and note: it reaches those who may know it, on every channel."""

import json
import logging
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game, Room
from games.services.notes import write_note
from games.services.play import resign
from games.services.reports import report_line
from tests.chatting import say_line
from tests.client import sign_in_staff
from tests.factories import NOW, make_game, make_user
from tests.test_secrecy import pages

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TABLE, STANDS, NOTE, PLAYER_NOTE = "c-table-c", "c-stands-c", "c-note-c", "c-player-note-c"
EVERYTHING = {TABLE, STANDS, NOTE, PLAYER_NOTE}


@pytest.fixture
def game():
    """A game in which all rooms have been talked in, and both players and a fan keep notes."""
    ada, bo, fan = (make_user(username=name) for name in ("Ada", "Bo", "Fan"))
    found = make_game(ada, bo)
    found.people = {"player": ada, "opponent": bo, "spectator": fan, "visitor": None}
    found.people |= {
        "other spectator": make_user(),
        "moderator": make_user(is_staff=True, is_superuser=True),
    }
    say_line(found, bo, TABLE)
    say_line(found, fan, STANDS)
    write_note(author=bo, about=found, text=NOTE, now=NOW)
    write_note(author=bo, about=ada, text=PLAYER_NOTE, now=NOW)
    return found


def seen(client, game: Game, role: str) -> set[str]:
    """Return which of the canaries this role finds on any page, fragment or answer."""
    if role == "moderator":
        sign_in_staff(client, game.people[role])
    elif game.people[role] is not None:
        client.force_login(game.people[role])
    name = [game.public_id]
    addresses = [
        *(reverse(one, args=name) for one in ("game_chat", "chat_lines", "game_note")),
        *(
            f"{reverse(one, args=name)}?room={room}"
            for one in ("game_chat", "chat_lines")
            for room in Room.values
        ),
        *(reverse("chat_line", args=[*name, room, 1]) for room in Room.values),
        *(reverse("profile", args=[player]) for player in ("Ada", "Bo", "Fan")),
        *(reverse("player_note", args=[player]) for player in ("Ada", "Bo", "Fan")),
    ]
    found = b"".join(pages(client, game).values())
    found += b"".join(client.get(address).content for address in addresses)
    for room in Room.values:
        # A line may be said where it is allowed; an answer to a refusal must tell nothing.
        refused = {"text": "\x00", "key": "k", "room": room}
        for one in ("chat_say", "chat_mute", "chat_read"):
            answer = client.post(reverse(one, args=name), refused | {"number": "1", "on": "0"})
            found += answer.content
    return {canary for canary in EVERYTHING if canary.encode() in found}


@pytest.mark.parametrize(
    ("role", "knows"),
    [
        ("visitor", set()),
        ("player", {TABLE}),
        ("opponent", {TABLE, NOTE, PLAYER_NOTE}),
        ("spectator", {STANDS}),
        ("other spectator", {STANDS}),
        ("moderator", {STANDS}),
    ],
)
def test_while_a_game_runs_everybody_sees_his_own_room_and_his_own_notes(client, game, role, knows):
    assert seen(client, game, role) == knows


@pytest.mark.parametrize(
    ("role", "knows"),
    [
        ("visitor", set()),
        ("player", {TABLE, STANDS}),
        ("opponent", EVERYTHING),
        ("spectator", {STANDS}),
    ],
)
def test_after_the_end_players_see_the_stands_and_nobody_more_than_before(
    client, game, role, knows
):
    resign(public_id=game.public_id, user_id=game.people["player"].pk, key="end", now=NOW)
    people = game.people
    game.refresh_from_db()
    game.people = people
    assert seen(client, game, role) == knows


def admin_pages(client, game: Game) -> str:
    """Return the bytes of all pages of the admin that are about the games."""
    found = client.get(reverse("admin:index")).content
    for model in ("game", "chatline", "report"):
        listed = client.get(reverse(f"admin:games_{model}_changelist"))
        found += listed.content
        for row in listed.context["cl"].result_list:
            change = reverse(f"admin:games_{model}_change", args=[row.pk])
            found += client.get(change).content
    return found.decode()


def test_the_admin_shows_chat_and_reports_and_no_note(client, game):
    reporter = game.people["other spectator"]
    report_line(game=game, user=reporter, room=Room.STANDS, number=1, category="rude", now=NOW)
    sign_in_staff(client, game.people["moderator"])
    shown = admin_pages(client, game)
    assert TABLE in shown
    assert STANDS in shown
    assert NOTE not in shown
    assert PLAYER_NOTE not in shown
    assert "/admin/games/note" not in shown


def test_a_moderator_who_plays_reads_nothing_from_the_stands_in_the_admin(client, game):
    """D9: the admin is no second way to what a player may not know."""
    reporter = game.people["other spectator"]
    report_line(game=game, user=reporter, room=Room.STANDS, number=1, category="rude", now=NOW)
    player = game.people["player"]
    player.is_staff = player.is_superuser = True
    player.save()
    sign_in_staff(client, player)
    shown = admin_pages(client, game)
    assert TABLE in shown
    assert STANDS not in shown
    resign(public_id=game.public_id, user_id=player.pk, key="end", now=NOW)
    assert STANDS in admin_pages(client, game)


def test_nothing_in_the_admin_can_be_changed(client, game):
    sign_in_staff(client, game.people["moderator"])
    line = game.chat_lines.first()
    change = reverse("admin:games_chatline_change", args=[line.pk])
    assert client.post(change, {"text": "changed"}).status_code == 403
    assert client.get(reverse("admin:games_chatline_add")).status_code == 403
    assert client.post(reverse("admin:games_chatline_delete", args=[line.pk])).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_messages_and_logs_carry_a_room_and_a_number_and_never_a_text(monkeypatch, caplog):
    from games import outbox

    sent: list[Any] = []

    async def remember(messages: Any) -> None:
        sent.extend(messages)

    monkeypatch.setattr(outbox, "_closed_until", 0.0)
    monkeypatch.setattr(outbox, "_send_all", remember)
    ada, fan = make_user(), make_user()
    game = make_game(ada, make_user())
    sent.clear()
    with caplog.at_level(logging.DEBUG):
        say_line(game, ada, TABLE)
        say_line(game, fan, STANDS)
        write_note(author=ada, about=game, text=NOTE, now=NOW)
    bells = [message for group, message in sent if group.startswith("user.")]
    assert bells == [{"type": "user.games"}], "the other player's bell, and no word of the line"
    assert [message for message in sent if not message[0].startswith("user.")] == [
        (
            f"chat.{game.public_id}.{room}",
            {"type": "chat.line", "room": room, "number": 1},
        )
        for room in ("table", "stands")
    ]
    told = json.dumps(sent) + "".join(
        record.getMessage() for record in caplog.records if not record.name.startswith("django.db")
    )
    assert not [canary for canary in EVERYTHING if canary in told]
