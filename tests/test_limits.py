"""T21: every limit at its edge, and people who play honestly never meet one."""

import asyncio
from datetime import timedelta

import pytest
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import limits
from games.consumers.lobby import LobbyConsumer
from games.models import Challenge
from games.services import flood
from qwirkle_site.settings import base
from tests.consumers.sockets import close_code, hear, open_socket
from tests.factories import PASSWORD, make_game, make_user
from tests.table import one_trade, play

JSON = {"accept": "application/json"}
SCHOOL = "203.0.113.7"
CUT_OFF = (1002, 1006, 1009)
"""How a socket ends that breaks the protocol: mostly the server just hangs up."""


@pytest.fixture
def clock(settings, monkeypatch):
    """The limits of the real site, and a clock of their own that the test moves on."""
    settings.RATE_LIMITS = base.RATE_LIMITS
    settings.SOCKETS_PER_USER = base.SOCKETS_PER_USER
    settings.SOCKETS_PER_ADDRESS = base.SOCKETS_PER_ADDRESS
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    now = [1000.0]
    monkeypatch.setattr(limits, "monotonic", lambda: now[0])
    limits.forget()
    cache.clear()
    yield now
    limits.forget()
    cache.clear()


def signed_in(user=None, address=SCHOOL):
    client = Client(REMOTE_ADDR=address)
    if user is not None:
        client.force_login(user)
    return client


# --- all requests together


@pytest.mark.django_db
def test_an_address_may_ask_fifty_times_in_ten_seconds_and_then_hears_when_again(clock):
    client = Client(REMOTE_ADDR=SCHOOL)
    assert {client.get("/offline/").status_code for _ in range(60)} == {200}, "not counted"
    assert {client.get("/nothing/").status_code for _ in range(50)} == {404}
    clock[0] += 4
    page = client.get("/rules/")
    assert (page.status_code, page["Retry-After"]) == (429, "6")
    assert "Wait 6 seconds, then try again." in page.content.decode()
    told = client.get("/rules/", headers=JSON)
    assert (told.status_code, told.json()["code"]) == (429, "too_fast")
    assert Client(REMOTE_ADDR="203.0.113.8").get("/rules/").status_code == 200
    clock[0] += 6
    assert client.get("/rules/").status_code == 200


@pytest.mark.django_db
def test_two_hundred_and_forty_a_minute_are_the_most(clock):
    for _ in range(4):
        assert [limits.take("requests", "a") for _ in range(50)] == [0] * 50
        clock[0] += 10
    assert [limits.take("requests", "a") for _ in range(40)] == [0] * 40
    clock[0] += 10
    assert limits.take("requests", "a") == 10


@pytest.mark.django_db
def test_fifty_people_behind_one_address_do_not_share_a_count(clock, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "requests": "3/m"}
    clients = [signed_in(make_user()) for _ in range(10)]
    assert {client.get("/rules/").status_code for client in clients * 3} == {200}
    assert {client.get("/rules/").status_code for client in clients} == {429}
    assert signed_in().get("/rules/").status_code == 200, "a visitor there has a count of his own"


@pytest.mark.django_db
def test_an_address_that_the_visitor_makes_up_helps_him_nothing(clock, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "requests": "1/m"}

    def ask(forwarded):
        return Client().get("/rules/", headers={"x-forwarded-for": forwarded}).status_code

    assert [ask("198.51.100.1"), ask("198.51.100.2")] == [200, 429]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert [ask(f"198.51.100.{n}, 192.0.2.1") for n in (1, 2)] == [200, 429]
    assert ask("192.0.2.1, 192.0.2.2") == 200


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_of_an_ipv6_address_the_network_counts_for_the_rest_is_chosen_freely(one, other, is_same):
    assert (limits.address_of(one, "") == limits.address_of(other, "")) is is_same


# --- single actions


@pytest.mark.django_db
def test_thirty_moves_a_minute_and_no_more(clock, client):
    game = make_game()
    user = game.players.get(seat=game.to_move).user
    client.force_login(user)
    address = reverse("game_move", args=[game.public_id])
    for _ in range(30):
        assert client.post(address, {"move": "no"}, headers=JSON).status_code == 400
    refused = client.post(address, {"move": "no"}, headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    assert refused["Retry-After"] == "60"
    assert client.get(game.get_absolute_url()).status_code == 200, "only moves are too fast"
    clock[0] += 60
    assert client.post(address, {"move": "no"}, headers=JSON).status_code == 400


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_player_at_a_fast_table_stays_below_all_of_it_and_a_flood_does_not(clock):
    """A move every two seconds: three previews, the move, a look at the table, two counts."""
    game = play(make_game()).game
    user = game.players.get(seat=game.to_move).user
    client, statuses = signed_in(user), []

    def ask(name, fields=None, **more):
        path = reverse(name, args=[] if name == "counts" else [game.public_id])
        ask_by = client.get if fields is None else client.post
        statuses.append(ask_by(path, fields, **more).status_code)

    for number in range(30):
        clock[0] += 2
        move = one_trade(game)
        for _ in range(3):
            ask("game_preview", {"tiles": f"{move.split()[1]}@0,1"}, headers=JSON)
        fields = {"version": game.version, "key": f"fast-{number}", "move": move}
        ask("game_move", fields, headers=JSON)
        game.refresh_from_db()
        ask("game_table")
        ask("counts")
        ask("counts")
        game = play(game).game  # it would end if nobody laid a tile
    assert set(statuses) == {200}
    assert game.version == 1 + 60, "every move was played"
    flood = [client.get(reverse("counts")).status_code for _ in range(60)]
    assert 429 in flood


@pytest.mark.django_db
def test_ten_exports_an_hour(clock):
    client = signed_in(make_user())
    answers = [client.get(reverse("export_games")) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert "Wait 60 minutes, then try again." in answers[-1].content.decode()


@pytest.mark.django_db
def test_twenty_games_an_hour_whether_offered_or_against_bots(client, monkeypatch):
    me, now = make_user(), timezone.now()
    client.force_login(me)
    made = [
        Challenge(host=me, kind="open", status="cancelled", seat_count=2, key=f"k{n}")
        for n in range(20)
    ]
    for number, challenge in enumerate(made):
        challenge.public_id, challenge.ruleset_key = f"c{number}", "qwirkle"
        challenge.created_at = now - timedelta(minutes=10 + number)
    Challenge.objects.bulk_create(made[:19])
    form = {"bots": "greedy", "kind": "qwirkle", "ruleset_key": "qwirkle"}
    started = client.post(reverse("bot_game"), {**form, "key": "a"})
    assert started.status_code == 302
    refused = client.post(reverse("bot_game"), {**form, "key": "b"})
    assert refused.status_code == 429
    assert 30 * 60 < int(refused["Retry-After"]) <= 32 * 60, "when the oldest is an hour old"
    assert client.post(reverse("bot_game"), {**form, "key": "a"}).url == started.url
    with pytest.raises(flood.ConflictError, match="too_fast"):
        flood.refuse_more_games(me, now)


# --- sign-in, accounts, mails


@pytest.mark.django_db
def test_five_wrong_passwords_for_a_name_and_the_right_one_has_to_wait_too(clock):
    make_user(username="Tessa")
    make_user(username="Otto")

    def sign_in(name, password):
        client = Client(REMOTE_ADDR=SCHOOL)
        return client.post(reverse("account_login"), {"login": name, "password": password})

    for _ in range(5):
        assert "do not match" in sign_in("Tessa", "wrong password").content.decode()
    assert "Too many tries" in sign_in("Tessa", PASSWORD).content.decode()
    assert sign_in("Otto", PASSWORD).status_code == 302, "his neighbour is not locked out"


@pytest.mark.django_db
def test_a_school_signs_in_and_guessing_from_there_ends_at_fifty(clock):
    """Right passwords count nothing against the fifty wrong ones of an hour."""
    user = make_user(username="Tessa")

    def sign_in(name, password):
        client = Client(REMOTE_ADDR=SCHOOL)
        clock[0] += 1
        return client.post(reverse("account_login"), {"login": name, "password": password})

    assert {sign_in(user.username, PASSWORD).status_code for _ in range(10)} == {302}
    for number in range(50):
        assert "do not match" in sign_in(f"nobody{number}", "wrong password").content.decode()
    assert "Too many tries" in sign_in("nobody50", "wrong password").content.decode()


@pytest.mark.django_db
def test_five_accounts_a_day_from_one_address(clock):
    def sign_up(number):
        form = {"username": f"new{number}", "email": f"n{number}@example.org"}
        return Client(REMOTE_ADDR=SCHOOL).post(
            reverse("account_signup"), {**form, "password1": PASSWORD}
        )

    assert [sign_up(number).status_code for number in range(5)] == [302] * 5
    refused = sign_up(5)
    assert (refused.status_code, "Retry-After" in refused) == (429, True)


@pytest.mark.django_db
def test_three_reset_mails_an_hour_to_one_mailbox(clock):
    make_user(email="tessa@example.org")
    for number in range(4):
        Client(REMOTE_ADDR=f"203.0.113.{number}").post(
            reverse("account_reset_password"), {"email": "tessa@example.org"}
        )
    assert len(mail.outbox) == 3


# --- sockets


class Lobby(LobbyConsumer):
    """The lobby's socket, for people who are in no table of the database."""

    async def say_seen(self):
        """Keep no note."""


async def _opened(user, address=SCHOOL):
    """Return the code with which a socket to the lobby closes, or 0 and the open socket."""
    socket = WebsocketCommunicator(Lobby.as_asgi(), "/ws/lobby/")
    socket.scope |= {"user": user, "client": (address, 1)}
    assert (await socket.connect(timeout=5))[0]
    said = await socket.receive_output(timeout=5)
    return said.get("code", 0), socket


def _open_one_after_the_other(users, address=SCHOOL):
    async def run():
        found = [await _opened(user, address) for user in users]
        for code, socket in found:
            if code == 0:
                await socket.disconnect()
        return [code for code, _socket in found]

    return asyncio.run(run())


class Person:
    """Somebody who is signed in, as far as the lobby's socket wants to know."""

    def __init__(self, pk):
        self.pk = pk


@pytest.mark.django_db(transaction=True)
def test_ten_open_sockets_a_user_and_closing_makes_room(clock):
    one, other = Person(1), Person(2)
    assert _open_one_after_the_other([one] * 11 + [other]) == [0] * 10 + [4429, 0]
    assert limits._open == {}


@pytest.mark.django_db(transaction=True)
def test_fifty_open_sockets_of_visitors_an_address(clock, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sockets": ""}
    codes = _open_one_after_the_other([None] * 51 + [Person(1)])
    assert codes == [0] * 50 + [4429, 0]


@pytest.mark.django_db(transaction=True)
def test_thirty_connects_a_minute_also_for_who_hangs_up_at_once(clock):
    one = Person(1)
    codes = [_open_one_after_the_other([one])[0] for _ in range(31)]
    assert codes == [0] * 30 + [4429]
    clock[0] += 60
    assert _open_one_after_the_other([one]) == [0]


def test_what_no_socket_may_send_closes_it_and_leaves_no_trace(site):
    """Too much, too often, and no text at all; somebody else's socket hears nothing of it."""
    logged = len(site.log("web"))
    with open_socket(site, "/ws/lobby/") as honest:
        hear(honest, "hello")
        with open_socket(site, "/ws/lobby/") as socket:
            socket.send("x" * (16 * 1024 + 1))
            assert close_code(socket, 10) in CUT_OFF
        with open_socket(site, "/ws/lobby/") as socket:
            hear(socket, "hello")
            for _ in range(101):
                socket.send('{"type": "ping"}')
            assert close_code(socket, 10) == 4400
        for frame in (b"\x81\x05hello", b"\xf3\x80", b"\x81\xff\x3f" + b"\xff" * 11):
            with open_socket(site, "/ws/lobby/") as socket:
                hear(socket, "hello")
                socket.socket.sendall(frame)  # unmasked, reserved, endless
                assert close_code(socket, 10) in CUT_OFF
        honest.send('{"type": "ping"}')
        hear(honest, "pong")
    assert "Traceback" not in site.log("web")[logged:]
