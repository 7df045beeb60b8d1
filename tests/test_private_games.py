"""A private game does not exist for anybody but its players, whatever he asks and however."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from websockets.exceptions import InvalidStatus

from games.routing import websocket_urlpatterns
from games.urls import urlpatterns
from tests.client import SiteClient, sign_in_staff
from tests.consumers.sockets import hear, open_socket
from tests.factories import make_game, make_user
from tests.services.test_rematch import over

pytestmark = pytest.mark.one_database

OTHER_ARGUMENTS = {"room": "stands", "number": 1}
OF_AN_OFFER = "lobby/"

GAME_URLS = sorted(
    pattern.name
    for pattern in urlpatterns
    if "public_id" in pattern.pattern.converters
    and not str(pattern.pattern).startswith(OF_AN_OFFER)
)
GAME_SOCKETS = [
    f"/{pattern.pattern}".replace("<slug:public_id>", "{id}")
    for pattern in websocket_urlpatterns
    if "public_id" in pattern.pattern.converters
]
ABSENT = "zzzzzzzzzzzz"


def address(name, public_id):
    pattern = next(pattern for pattern in urlpatterns if pattern.name == name).pattern
    known = OTHER_ARGUMENTS | {"public_id": public_id}
    return reverse(name, kwargs={key: known[key] for key in pattern.converters})


def answers(client, name, public_id):
    """Return all that somebody can tell from the answers to a GET and two POSTs of one address."""
    told = []
    for send, fields in (
        (client.get, {}),
        (client.post, {"key": "k-1234567890", "version": "0"}),
        (
            client.post,
            {"key": "k-1234567890", "version": "0", "do": "propose", "text": "Hello", "seat": "0"},
        ),
    ):
        for accept in ("text/html", "application/json"):
            with CaptureQueriesContext(connection) as queries:
                answer = send(address(name, public_id), fields, headers={"Accept": accept})
            body = b"".join(answer) if answer.streaming else answer.content
            text = body.decode(errors="replace").replace(public_id, "ID")
            text = re.sub(
                r'(csrfmiddlewaretoken" value=|nonce=|name="key" value=)"[^"]*"', "", text
            )
            place = answer.get("Location", "").replace(public_id, "ID")
            told.append((answer.status_code, text, place, len(queries)))
    return told


@pytest.fixture
def private(db):
    """A private game that runs, and one that is over."""
    people = make_user(), make_user()
    running = make_game(*people, is_private=True)
    ended = over(*people)
    ended.is_private = True
    ended.save()
    return running, ended


def who(kind):
    client = Client()
    if kind == "staff":
        sign_in_staff(client, make_user(is_staff=True, is_superuser=True))
    elif kind != "visitor":
        client.force_login(make_user())
    return client


@pytest.mark.parametrize("kind", ["visitor", "staff"])
@pytest.mark.parametrize("name", GAME_URLS)
def test_its_addresses_answer_as_those_of_a_game_that_does_not_exist(name, kind, private):
    client = who(kind)
    client.get(reverse("lobby"))
    absent = ABSENT[: len(private[0].public_id)].ljust(len(private[0].public_id), "z")
    expected = answers(client, name, absent)
    for game in private:
        assert answers(client, name, game.public_id) == expected


@pytest.mark.parametrize("name", [name for name in GAME_URLS if name.startswith("export_")])
def test_its_players_have_all_of_it(name, private):
    game = private[0]
    client = Client()
    client.force_login(game.players.first().user)
    for public in ("game", "game_table", "game_chat", name):
        assert client.get(address(public, game.public_id)).status_code == 200
    assert "private" in client.get(address("game", game.public_id)).content.decode()


def test_no_list_that_others_see_names_or_counts_it(private):
    ended = private[1]
    player, other = (seat.user for seat in ended.players.all())
    page = reverse("profile", args=[player.username])
    for kind in ("visitor", "stranger"):
        answer = who(kind).get(page)
        assert ended.public_id not in answer.content.decode()
        figures = answer.context["player"]["figures"]
        assert (figures["finished"], figures["running"], figures["best_move"]) == (0, 0, None)
    client = Client()
    client.force_login(other)
    assert ended.public_id in client.get(page).content.decode()


def test_its_spectators_room_does_not_exist_for_its_players_either(private):
    game = private[1]
    client = Client()
    client.force_login(game.players.first().user)
    lines = address("chat_lines", game.public_id)
    assert client.get(lines, {"room": "table"}).status_code == 200
    assert client.get(lines, {"room": "stands"}).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", GAME_SOCKETS)
def test_its_sockets_open_for_its_players_only(site, path):
    player = make_user()
    game = make_game(player, make_user(), is_private=True)
    statuses = []
    for public_id in (game.public_id, "none"):
        for client in (None, SiteClient(site.url, make_user())):
            with pytest.raises(InvalidStatus) as refusal:
                open_socket(site, path.format(id=public_id), client)
            statuses.append(refusal.value.response.status_code)
    assert len(set(statuses)) == 1
    with open_socket(site, path.format(id=game.public_id), SiteClient(site.url, player)) as socket:
        assert hear(socket, "hello")["version"] == 0
