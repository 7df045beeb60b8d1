"""T12: what sockets tell, in which order, and that nothing is missed for good."""

import json

import pytest
from django.utils import timezone
from websockets.exceptions import InvalidStatus

from games.core.pace import DAILY
from games.services.pauses import propose_pause
from tests.client import SiteClient
from tests.consumers.sockets import close_code, hear, open_socket
from tests.factories import make_game, make_user
from tests.table import play


@pytest.fixture
def table(site):
    """A running game of two and a client for its first player."""
    user = make_user()
    game = make_game(user, make_user())
    client = SiteClient(site.url, user)
    client.game, client.path = game, f"/ws/games/{game.public_id}/"
    return client


def test_every_step_arrives_in_order_and_tells_a_version_and_nothing_else(site, table):
    with open_socket(site, table.path) as watcher, open_socket(site, table.path, table) as player:
        for socket in (watcher, player):
            hear(socket, "hello")
        for _ in range(5):
            play(table.game)
        for socket in (watcher, player):
            heard = [hear(socket, "step") for _ in range(5)]
            assert heard == [{"type": "step", "version": version} for version in range(1, 6)]


def test_the_greeting_tells_the_version_so_that_a_missed_step_shows(site, table):
    play(table.game)
    play(table.game)
    with open_socket(site, table.path) as socket:
        assert hear(socket, "hello")["version"] == 2


def test_a_clock_that_changes_is_told_to_all_who_look_though_the_version_stays(site, table):
    user = make_user()
    game = make_game(table.user, user, pace=DAILY, now=timezone.now())
    with open_socket(site, f"/ws/games/{game.public_id}/") as watcher:
        hear(watcher, "hello")
        propose_pause(public_id=game.public_id, user_id=user.pk, now=timezone.now())
        assert hear(watcher, "clock") == {"type": "clock"}


def test_players_hear_in_their_other_windows_that_a_list_changed(site, table):
    with open_socket(site, "/ws/user/", table) as socket:
        hear(socket, "hello")
        play(table.game)
        assert hear(socket, "games") == {"type": "games"}


def test_a_socket_that_outlives_the_broker_says_so_and_brings_the_version_after(site, table):
    with open_socket(site, table.path, table) as socket:
        hear(socket, "hello")
        site.stop_broker()
        assert hear(socket, "live")["live"] is False
        play(table.game)
        site.start_broker()
        assert hear(socket, "live") == {"type": "live", "live": True, "version": 1}


def test_steps_flow_again_after_the_broker_was_away(site, table):
    with open_socket(site, table.path, table) as socket:
        hear(socket, "hello")
        site.stop_broker()
        assert hear(socket, "live")["live"] is False
        site.start_broker()
        assert hear(socket, "live")["live"] is True
        from games import outbox

        outbox._closed_until = 0.0
        play(table.game)
        assert hear(socket, "step") == {"type": "step", "version": 1}


def test_a_socket_that_comes_as_the_broker_goes_is_refused_and_does_not_fail(site, table):
    with open_socket(site, table.path) as socket:
        hear(socket, "hello")  # the broker answers: for moments nobody asks again
        site.stop_broker()
        with pytest.raises(InvalidStatus) as refused:
            open_socket(site, table.path)
    assert refused.value.response.status_code == 403


def test_a_ping_is_answered(site, table):
    with open_socket(site, table.path) as socket:
        socket.send('{"type": "ping"}')
        assert hear(socket, "pong")


@pytest.mark.parametrize(
    "nonsense",
    [
        "not json",
        "[]",
        "null",
        '{"type": "move", "move": "pass"}',
        '{"type": "game.step", "version": 99}',
        "[" * 5000,
        '{"a":NaN}',
    ],
)
def test_a_socket_takes_no_orders_and_closes_after_the_third(site, table, nonsense):
    logged = len(site.log("web"))
    with open_socket(site, table.path, table) as socket:
        hear(socket, "hello")
        for _ in range(2):
            socket.send(nonsense)
            assert hear(socket, "error")["code"] == "bad_request"
        socket.send(nonsense)
        assert close_code(socket, 10) == 4400
    table.game.refresh_from_db()
    assert table.game.version == 0
    assert "Traceback" not in site.log("web")[logged:]


def test_bytes_are_nonsense_too(site, table):
    with open_socket(site, table.path, table) as socket:
        socket.send(json.dumps({"type": "ping"}).encode())
        assert hear(socket, "error")["code"] == "bad_request"
