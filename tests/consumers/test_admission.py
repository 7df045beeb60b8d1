"""T19: who may open a socket, and when it closes."""

import pytest
from django.utils import timezone
from websockets.exceptions import InvalidStatus

from accounts.selectors import session_ref
from accounts.services.deletion import COOLING_OFF, ask_deletion
from games import outbox
from games.services.deletion import delete_due_accounts
from games.services.sanctions import impose
from tests.client import SiteClient
from tests.consumers.sockets import close_code, hear, open_socket
from tests.factories import make_game, make_user

WITHIN_S = 2.0 + 3.0
"""Two seconds are promised; three more for a machine that runs other tests at the same time."""


@pytest.fixture
def player(site):
    """A signed-in player with a game."""
    user = make_user()
    client = SiteClient(site.url, user)
    client.game = make_game(user, make_user())
    client.path = f"/ws/games/{client.game.public_id}/"
    return client


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", None])
def test_a_socket_from_another_page_or_from_none_is_refused(site, player, origin):
    with pytest.raises(InvalidStatus) as refusal:
        open_socket(site, player.path, player, origin=origin)
    assert refusal.value.response.status_code == 403


def test_a_socket_for_a_game_that_does_not_exist_is_refused(site, player):
    with pytest.raises(InvalidStatus):
        open_socket(site, "/ws/games/none/", player)


def test_a_visitor_may_watch_a_game_but_has_no_inbox(site, player):
    with open_socket(site, player.path) as socket:
        assert hear(socket, "hello") == {"type": "hello", "live": True, "version": 0}
    with pytest.raises(InvalidStatus):
        open_socket(site, "/ws/user/")


@pytest.mark.parametrize("path", ["game", "user"])
def test_signing_out_closes_the_sockets_of_that_session(site, player, path):
    address = player.path if path == "game" else "/ws/user/"
    with open_socket(site, address, player) as socket:
        hear(socket, "hello")
        assert player.post("/accounts/logout/").status == 200
        assert close_code(socket, WITHIN_S) == 4401


def test_signing_out_here_leaves_the_other_window_on_another_machine_open(site, player):
    elsewhere = SiteClient(site.url, player.user)
    with open_socket(site, player.path, elsewhere) as socket:
        hear(socket, "hello")
        player.post("/accounts/logout/")
        outbox.announce_users([player.user.pk])
        assert hear(socket, "games") == {"type": "games"}


def test_a_ban_closes_the_sockets(site, player):
    with open_socket(site, player.path, player) as socket:
        hear(socket, "hello")
        player.user.is_active = False
        player.user.save()
        assert close_code(socket, WITHIN_S) == 4401


def test_a_new_password_closes_the_sockets_of_old_sessions(site, player):
    with open_socket(site, player.path, player) as socket:
        hear(socket, "hello")
        player.user.set_password("another long password")
        player.user.save()
        assert close_code(socket, WITHIN_S) == 4401


def test_a_forged_session_is_a_visitor(site, player):
    player.session_key = "x" * 32
    with pytest.raises(InvalidStatus):
        open_socket(site, "/ws/user/", player)


@pytest.mark.parametrize("path", ["game", "user"])
def test_signing_out_everywhere_else_closes_the_sockets_there_and_leaves_those_here(
    site, player, path
):
    address = player.path if path == "game" else "/ws/user/"
    elsewhere = SiteClient(site.url, player.user)
    with open_socket(site, address, elsewhere) as there, open_socket(site, address, player) as here:
        hear(there, "hello")
        hear(here, "hello")
        assert player.post("/settings/sessions/end-others/").status == 200
        assert close_code(there, WITHIN_S) == 4401
        outbox.announce_users([player.user.pk])
        outbox.announce_clock(player.game, [])
        assert hear(here, "clock" if path == "game" else "games")


def test_signing_one_browser_out_from_another_closes_its_sockets(site, player):
    elsewhere = SiteClient(site.url, player.user)
    with open_socket(site, player.path, elsewhere) as socket:
        hear(socket, "hello")
        player.post("/settings/sessions/end/", ref=session_ref(elsewhere.session_key))
        assert close_code(socket, WITHIN_S) == 4401


@pytest.mark.parametrize("kind", ["ban_site", "closed"])
def test_whom_a_moderator_shuts_out_loses_his_sockets_and_gets_no_new_one(site, player, kind):
    moderator = make_user(is_staff=True, is_superuser=True)
    days = 7 if kind == "ban_site" else None
    with (
        open_socket(site, player.path, player) as socket,
        open_socket(site, "/ws/user/", player) as inbox,
    ):
        hear(socket, "hello")
        hear(inbox, "hello")
        impose(user=player.user, kind=kind, by=moderator, note="bot", days=days, now=timezone.now())
        assert close_code(socket, WITHIN_S) == 4401
        assert close_code(inbox, WITHIN_S) == 4401
    with pytest.raises(InvalidStatus):
        open_socket(site, "/ws/user/", player)


def test_the_end_of_an_account_closes_its_sockets(site, player):
    with open_socket(site, player.path, player) as socket:
        hear(socket, "hello")
        ask_deletion(player.user, timezone.now() - COOLING_OFF)
        assert delete_due_accounts(now=timezone.now()) == 1
        assert close_code(socket, WITHIN_S) == 4401
