"""T20: nonsense in the forms of a game and the lobby makes no 500 and changes nothing.

Every other address: tests/access/test_nonsense.py.
"""

import pytest
from django.urls import reverse

from games.forms.standing import BOX, STOPS
from games.models import Challenge, Game, Ply
from tests.access.scene import undone
from tests.factories import make_challenge, make_game, make_user

pytestmark = pytest.mark.django_db

NASTY = [
    "",
    "\x00",
    "a\x00b",
    "é",
    "💥",
    "-1",
    "9" * 400,
    "1e309",
    "NaN",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<script>",
    "play RS@0,0 RS@0,0",
    "play RS@" + "9" * 200 + ",0",
    "trade " + "RS " * 100,
    "play " + "RS@0,0 " * 100,
    "RS@0,0 " * 100,
    "[" * 2000,
    "\ud7ff",
    "\u202eabc",
]


@pytest.fixture
def game(client):
    """A running game; the client is signed in as the player to move."""
    found = make_game()
    client.force_login(found.players.get(seat=found.to_move).user)
    return found


def moves(text):
    """Return forms of a move, each with nonsense in another field."""
    rows = {f"{field}-{row}": text for field in ("tile", "x", "y") for row in range(6)}
    return [
        {"version": "0", "key": "k", "move": text or "?"},
        {"version": text, "key": "k", "move": "pass"},
        {"version": "0", "key": text, "move": "pass"},
        {"version": "0", "key": "k", "kind": text},
        {"version": "0", "key": "k", "kind": "trade", "trade": text},
        {"version": "0", "key": "k", "kind": "play", **rows},
    ]


def orders(text):
    return [
        {"version": "0", "revision": "0", "key": "k", "do": "add", "move": text, "least": text},
        {"version": "0", "revision": text, "key": "k", "do": text, "move": "play RS@0,0"},
        {"version": text, "revision": "0", "key": text, "do": "add", "move": "play RS@0,0"},
        {"version": "0", "revision": "0", "key": "k", "do": STOPS, f"{BOX}{text}": "on"},
    ]


COMMANDS = {
    "game_move": moves,
    "game_order": orders,
    "game_preview": lambda text: [{"tiles": text}, {"tiles": "RS@0,0", "power": text}],
    "game_resign": lambda text: [{"key": text}],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_on_a_game_is_upset_by_nonsense(client, game, name):
    json = {"accept": "application/json"}
    for text in NASTY:
        for fields in COMMANDS[name](text):
            with undone():
                answer = client.post(reverse(name, args=[game.public_id]), fields, headers=json)
                assert answer.status_code < 500
                assert not Ply.objects.exclude(move="resign").exists()


def test_no_form_of_the_lobby_is_upset_by_nonsense(client):
    client.force_login(make_user())
    challenge = make_challenge(kind=Challenge.Kind.LINK)
    for text in NASTY[::2]:  # each answer is a whole page
        with undone():
            fill_in_nonsense(client, challenge, text)


def fill_in_nonsense(client, challenge, text):
    good = {"key": "k", "kind": "direct", "seat_count": "2", "invitees": ""}
    for field in good:
        answer = client.post(reverse("challenge_create"), good | {field: text})
        assert answer.status_code < 500
    for fields in ({"key": text, "bots": "nobody"}, {"key": "k", "bots": text}):
        assert client.post(reverse("bot_game"), fields).status_code < 500
    join = reverse("challenge_join", args=[challenge.public_id])
    assert client.post(join, {"token": text}).status_code in (302, 403)
    assert client.get(reverse("next_game"), {"after": text}).status_code == 302
    assert not Game.objects.exists()


def test_a_session_cookie_that_no_session_could_have_is_no_session(client):
    client.cookies["sessionid"] = "aaaaaaaa\0bbbbbbbb"
    for address in (reverse("home"), reverse("lobby"), reverse("account_login")):
        assert client.get(address).status_code == 200


def test_a_body_too_large_is_413(client, game):
    address = reverse("game_move", args=[game.public_id])
    assert client.post(address, {"move": "x" * 70_000}).status_code == 413
