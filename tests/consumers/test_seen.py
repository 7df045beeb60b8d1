"""A socket tells that somebody is here, and lives on when nobody can write it down."""

from unittest import mock

from django.db import OperationalError

from games.consumers.seen import user_seen
from games.models import Presence
from qwirkle_site.embedded import wait_until
from tests.client import SiteClient
from tests.consumers.sockets import hear, open_socket
from tests.factories import NOW, make_game, make_user

WAIT_S = 15.0


def test_an_open_page_makes_its_user_present_wherever_it_is(site):
    at_table, at_home = make_user(), make_user()
    game = make_game(at_table, at_home)
    paths = {at_table: f"/ws/games/{game.public_id}/", at_home: "/ws/user/"}
    for user, path in paths.items():
        with open_socket(site, path, SiteClient(site.url, user)) as socket:
            hear(socket, "hello")
            assert wait_until(Presence.objects.filter(user=user).exists, WAIT_S)


def test_a_visitor_leaves_no_trace(site):
    game = make_game()
    with open_socket(site, f"/ws/games/{game.public_id}/") as socket:
        hear(socket, "hello")
        socket.send('{"type": "ping"}')
        hear(socket, "pong")
    assert Presence.objects.count() == 0


def test_a_busy_database_is_no_matter_for_the_socket(db):
    with mock.patch.object(Presence.objects, "filter", side_effect=OperationalError("locked")):
        answers = user_seen.send_robust(object, user_id=make_user().pk, now=NOW, public_id="")
    assert [type(fault) for _receiver, fault in answers if fault] == [OperationalError]
