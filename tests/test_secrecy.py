"""T16: nobody learns another's hand, the bag's order or the seed while a game runs.

Two proofs. *Non-interference*: the same public state and own hand with all hidden things changed
give the same bytes on every channel. *Canary*: the seed, in any spelling, is on no channel.
"""

import base64
import json
import logging
import re
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.urls import reverse

from games.core.rng import rng_for
from games.models import Game, GameSecret, PlySecret
from games.rules import registry
from games.rules.qwirkle.tiles import KINDS
from games.services.letters import compose
from games.services.mailer import mail_of
from games.services.pusher import push_of
from tests.client import sign_in_staff
from tests.factories import NOW, make_game, make_user
from tests.standing import possible, store
from tests.table import greedy_move, play, play_to_the_end, state_of, user_to_move

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CHANGING = re.compile(
    rb'name=\\?"(csrfmiddlewaretoken|key)\\?" value=\\?"[\w-]+|data-now=\\?"[0-9]+'
)
"""What is new in every answer by design: tokens, one-time keys and the server's time."""


def hide_again(game: Game, seat: int | None, *, with_seed: bool = True) -> None:
    """Change everything that this seat cannot know: other hands, bag order, seed, secret log.

    A record begins with the own hand, which comes from the seed: there the seed stays as it is.
    """
    ruleset, state = registry.get(game.ruleset_key), state_of(game)
    encoded = ruleset.encode_state(state)
    hidden = [tile for other, hand in enumerate(encoded["hands"]) if other != seat for tile in hand]
    hidden += [tile for tile in encoded["bag"] if tile < len(KINDS)]
    action_tiles = [tile for tile in encoded["bag"] if tile >= len(KINDS)]
    mixed = list(rng_for(b"m" * 32, game.public_id, 1).shuffled(tuple(hidden)))
    assert mixed != hidden
    hands = []
    for other, hand in enumerate(encoded["hands"]):
        hands.append(hand if other == seat else [mixed.pop() for _ in hand])
    encoded |= {"hands": hands, "bag": action_tiles + mixed}
    seed = {"seed": b"another seed" * 2} if with_seed else {}
    GameSecret.objects.filter(game=game).update(state=encoded, **seed)
    for secret in PlySecret.objects.filter(ply__game=game).select_related("ply"):
        if secret.ply.seat != seat:
            secret.drew = ["XX"]
            if "trade" in secret.move:  # The words of every other move are public.
                secret.move = "trade XX"
        if seat not in [event.get("giver") for event in secret.ply.events] or seat is None:
            secret.gave_drew = ["XX"]
        secret.save()


def pages(client, game: Game) -> dict[str, bytes]:
    """Return the bytes of every channel that shows a game to this client."""
    name = {"args": [game.public_id]}
    laid = "RS@0,0 RS@9,9"
    answers = {
        "page": client.get(reverse("game", **name)),
        "table": client.get(reverse("game_table", **name)),
        "home": client.get(reverse("home")),
        "lobby": client.get(reverse("lobby")),
        "bell": client.get(reverse("notices")),
        "count": client.get(reverse("pill", **name)),
        "health": client.get(reverse("healthz")),
        "preview": client.post(reverse("game_preview", **name), {"tiles": ""}),
        "refused preview": client.post(reverse("game_preview", **name), {"tiles": laid}),
        "singles preview": client.post(
            reverse("game_preview", **name), {"tiles": laid, "power": "singles"}
        ),
        "refused power": client.post(
            reverse("game_move", **name),
            {"version": game.version, "key": "probe", "move": "use take 40,40"},
            HTTP_ACCEPT="application/json",
        ),
        "refused move": client.post(
            reverse("game_move", **name),
            {"version": game.version, "key": "probe", "move": "pass"},
            HTTP_ACCEPT="application/json",
        ),
        "refused trade": client.post(
            reverse("game_move", **name),
            {"version": game.version + 1, "key": "probe", "move": "trade RS"},
            HTTP_ACCEPT="application/json",
        ),
    }
    return {channel: CHANGING.sub(b"", answer.content) for channel, answer in answers.items()}


@pytest.mark.parametrize("role", ["visitor", "watcher", "moderator", "player to move"])
def test_nobody_else_can_tell_that_a_standing_order_waits(client, role):
    game = make_game(make_user(), make_user())
    for _ in range(5):
        game = play(game).game
    sign_in(client, game, role)
    before = pages(client, game) | exports(client, game)
    seat = 1 - game.to_move
    store(game, seat, possible(game, seat)[:2], stops=["five"])
    assert pages(client, game) | exports(client, game) == before


EXPORTS = ["export_record", "export_qgn", "export_position", "export_svg", "export_png"]


def exports(client, game: Game) -> dict[str, bytes]:
    """Return the bytes of every file of a game that this client can take along, and its headers."""
    answers = {name: client.get(reverse(name, args=[game.public_id])) for name in EXPORTS}
    answers["fairness"] = client.get(reverse("fairness", args=[game.public_id]))
    return {
        name: CHANGING.sub(b"", answer.content) + answer.get("ETag", "").encode()
        for name, answer in answers.items()
    }


def sign_in(client, game: Game, role: str) -> int | None:
    """Sign the client in for a role; return the seat whose hand it may know."""
    if role == "visitor":
        return None
    if role == "watcher":
        client.force_login(make_user())
        return None
    if role == "moderator":
        sign_in_staff(client, make_user(is_staff=True, is_superuser=True))
        return None
    to_move = game.to_move
    player = (
        game.players.get(seat=to_move)
        if role == "player to move"
        else game.players.exclude(seat=to_move).first()
    )
    client.force_login(player.user)
    return player.seat


ROLES = ["visitor", "watcher", "moderator", "player to move", "waiting player"]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("plies", [0, 7])
@pytest.mark.parametrize("role", ROLES)
def test_no_channel_tells_hidden_tiles_apart(client, role, plies, seats):
    game = make_game(*(make_user() for _ in range(seats)))
    for _ in range(plies):
        game = play(game).game
    seat = sign_in(client, game, role)
    before = pages(client, game)
    hide_again(game, seat)
    assert pages(client, game) == before


@pytest.mark.parametrize("key", registry.keys())
@pytest.mark.parametrize("role", ROLES)
def test_no_file_of_a_running_game_tells_hidden_tiles_apart(client, role, key):
    """D7: a player's files hold his own tiles, anybody else's none."""
    game = make_game(*(make_user() for _ in range(3)), ruleset_key=key)
    for _ in range(9):
        if game.is_running:
            game = play(game, greedy_move(game, bot="random", with_powers=True)).game
    seat = sign_in(client, game, role)
    before = exports(client, game)
    hide_again(game, seat, with_seed=seat is None)
    assert exports(client, game) == before


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_players_record_names_the_tiles_of_his_own_hands_only(client, seat):
    game = make_game(*(make_user() for _ in range(3)))
    for _ in range(7):
        game = play(game).game
    client.force_login(game.players.get(seat=seat).user)
    record = client.get(reverse("export_record", args=[game.public_id])).json()
    assert [bool(hand) for hand in record["hands"]] == [other == seat for other in range(3)]
    assert {move["seat"] for move in record["moves"] if "drew" in move} == {seat}
    assert not {"bag", "result", "x_game"} & set(record)
    assert set(record["fair"]) == {"commitment"}


@pytest.mark.parametrize("key", [key for key in registry.keys() if "+" in key])  # noqa: SIM118
@pytest.mark.parametrize("role", ["visitor", "player to move", "waiting player"])
def test_no_channel_of_an_expansion_tells_hidden_tiles_apart(client, role, key):
    """Rules 2.2.20: of an ask the tile, the answers and the giver are public, no drawn tile is."""
    game = make_game(*(make_user() for _ in range(3)), ruleset_key=key)
    for _ in range(9):
        if game.is_running:
            game = play(game, greedy_move(game, bot="random", with_powers=True)).game
    seat = sign_in(client, game, role)
    before = pages(client, game)
    hide_again(game, seat)
    assert pages(client, game) == before


@pytest.mark.parametrize("role", ["moderator"])
def test_the_admin_shows_no_secret(client, role):
    game = make_game()
    for _ in range(5):
        game = play(game).game
    sign_in(client, game, role)
    change = reverse("admin:games_game_change", args=[game.pk])
    before = CHANGING.sub(b"", client.get(change).content)
    hide_again(game, None)
    assert CHANGING.sub(b"", client.get(change).content) == before
    listed = client.get(reverse("admin:index")).content.decode().lower()
    assert "secret" not in listed


def spellings(seed: bytes) -> list[bytes]:
    """Return the seed as bytes, hex, base64 and a decimal number."""
    return [
        seed,
        seed.hex().encode(),
        base64.b64encode(seed),
        base64.urlsafe_b64encode(seed),
        str(int.from_bytes(seed)).encode(),
    ]


@pytest.mark.parametrize("role", ROLES)
def test_the_seed_is_on_no_page_while_the_game_runs(client, role):
    game = play(make_game()).game
    seed = bytes(GameSecret.objects.get(game=game).seed)
    sign_in(client, game, role)
    everything = b"".join([*pages(client, game).values(), *exports(client, game).values()])
    assert not [spelling for spelling in spellings(seed) if spelling in everything]


@pytest.mark.django_db(transaction=True)
def test_messages_and_tasks_carry_ids_and_versions_only(monkeypatch, caplog):
    from games import outbox

    sent: list[Any] = []

    async def remember(messages: Any) -> None:
        sent.append(messages)

    monkeypatch.setattr(outbox, "_send_all", remember)
    monkeypatch.setattr(
        outbox.current_app, "send_task", lambda name, args, **_: sent.append([name, args])
    )
    with caplog.at_level(logging.DEBUG):
        game = make_game(make_user(), bots=("greedy",))
        for _ in range(6):
            game = play(game).game
    assert sent
    allowed = re.compile(
        r'[\[\]{}",: ]|type|version|game\.step|user\.games|games\.(play_bot_turn|send_notices)'
    )
    for message in sent:
        rest = allowed.sub("", json.dumps(message)).replace(f"game.{game.public_id}", "")
        assert re.fullmatch(r"(user\.)?[\d.user]*", rest), message
    seed = bytes(GameSecret.objects.get(game=game).seed)
    assert not [one for one in spellings(seed)[1:] if one.decode() in caplog.text]


def test_refusals_tell_nothing_of_the_bag(client):
    """D12: the reason of a refusal depends on what the player sees."""
    game = play(make_game()).game
    client.force_login(game.players.get(seat=game.to_move).user)
    fields = {"version": game.version, "key": "k", "move": "trade ZZ"}
    address = reverse("game_move", args=[game.public_id])
    before = client.post(address, fields, HTTP_ACCEPT="application/json").content
    hide_again(game, game.to_move)
    assert client.post(address, fields, HTTP_ACCEPT="application/json").content == before


def test_once_the_game_is_over_everybody_sees_hands_and_seed(client):
    game = play_to_the_end(make_game())
    page = client.get(game.get_absolute_url())
    seed = bytes(GameSecret.objects.get(game=game).seed)
    assert seed.hex() in page.content.decode()
    held = [hand for hand in state_of(game).hands if hand]
    assert sum(bool(seat["hand"]) for seat in page.context["table"]["seats"]) == len(held)


def test_a_called_off_game_shows_its_seed_too(client):
    from games.services.finish import abort_game
    from tests.factories import NOW

    game = make_game()
    assert greedy_move(game)
    abort_game(public_id=game.public_id, user_id=user_to_move(game), now=NOW)
    seed = bytes(GameSecret.objects.get(game=game).seed)
    assert seed.hex() in client.get(game.get_absolute_url()).content.decode()


@pytest.mark.parametrize("key", ["qwirkle", "qwirkle+action_tokens+boards"])
@pytest.mark.parametrize("kind", ["turn", "time"])
def test_mails_and_pushes_tell_nobody_anything_hidden_not_even_the_player(kind, key):
    """A mailbox and a lock screen are read by others: even the own hand is in neither."""
    game = make_game(ruleset_key=key)
    for _ in range(5):
        game = play(game, greedy_move(game, bot="random")).game
    user = game.players.get(seat=game.to_move).user
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    boundary = re.compile(rb"={15}\d+==")

    def channels() -> list[bytes]:
        letter = compose(user=user, kind=kind, game=Game.objects.get(pk=game.pk))
        mail = mail_of(letter, notice_pk=1, event="turn", event_name="Your turn", name="1-email")
        push = push_of(letter, count=1, ttl=None)
        return [boundary.sub(b"", mail.message().as_bytes()), json.dumps(push.payload).encode()]

    with time_machine.travel(NOW, tick=False):
        before = channels()
        hide_again(game, None)
        assert channels() == before
    seed = bytes(GameSecret.objects.get(game=game).seed)
    assert not [one for one in spellings(seed) if one in b"".join(before)]
