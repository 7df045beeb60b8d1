"""What a socket tells of the chat: a room and a number, to those who may enter the room."""

import json

import pytest

from games.models import Room
from games.services.play import resign
from tests.chatting import say_line
from tests.client import SiteClient
from tests.consumers.sockets import hear, open_socket
from tests.factories import NOW, make_game, make_user
from tests.table import play


@pytest.fixture
def game(site):
    return make_game(make_user(), make_user())


def path(game):
    return f"/ws/games/{game.public_id}/"


def all_until_step(socket):
    """Return all messages up to the next step of the game."""
    heard = []
    while True:
        message = json.loads(socket.recv(timeout=15))
        if message["type"] == "step":
            return heard
        heard.append(message)


def test_a_line_is_told_in_its_room_and_nowhere_else(site, game):
    player, fan = game.players.first().user, make_user()
    with (
        open_socket(site, path(game), SiteClient(site.url, player)) as at_table,
        open_socket(site, path(game), SiteClient(site.url, fan)) as in_stands,
        open_socket(site, path(game)) as visiting,
    ):
        for socket in (at_table, in_stands, visiting):
            hear(socket, "hello")
        say_line(game, player, "c-table-c")
        say_line(game, fan, "c-stands-c")
        play(game)
        chats = [
            [message for message in all_until_step(socket) if message["type"] == "chat"]
            for socket in (at_table, in_stands, visiting)
        ]
    assert chats == [
        [{"type": "chat", "chat": {"table": 1}}],
        [{"type": "chat", "chat": {"stands": 1}}],
        [],
    ]


def test_the_greeting_tells_the_newest_lines_of_ones_own_rooms(site, game):
    player, fan = game.players.first().user, make_user()
    say_line(game, player)
    say_line(game, player)
    say_line(game, fan)
    client = SiteClient(site.url, player)
    with open_socket(site, path(game), client) as socket:
        assert hear(socket, "hello")["chat"] == {"table": 2}
    resign(public_id=game.public_id, user_id=player.pk, key="end", now=NOW)
    with open_socket(site, path(game), client) as socket:
        assert hear(socket, "hello")["chat"] == {"table": 2, "stands": 1}
        say_line(game, fan, room=Room.STANDS)
        assert hear(socket, "chat") == {"type": "chat", "chat": {"stands": 2}}
