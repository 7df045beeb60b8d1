"""The panel of the standing order by plain forms and by script."""

import pytest
from django.urls import reverse

from tests.factories import make_user
from tests.standing import order_of, possible
from tests.table import make_open_game, one_trade, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = make_open_game(make_user(), make_user())
    game.refresh_from_db()
    return game


@pytest.fixture
def waiting(client, game):
    """Sign in who waits; return his seat."""
    seat = 1 - game.to_move
    client.force_login(game.players.get(seat=seat).user)
    return seat


def press(client, game, seat, do, *, script=False, **fields):
    row = order_of(game, seat)
    sent = {
        "version": game.version,
        "revision": row.revision if row else 0,
        "key": f"k-{do}-{row.revision if row else 0}",
        "do": do,
        **fields,
    }
    headers = {"HTTP_ACCEPT": "application/json"} if script else {}
    return client.post(reverse("game_order", args=[game.public_id]), sent, **headers)


def moves(game, seat):
    return [(entry["move"], entry["least"]) for entry in order_of(game, seat).choices]


def test_a_list_is_made_ordered_and_cleared_without_script(client, game, waiting):
    (first, _), (second, _) = possible(game, waiting)[:2]
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Play this if still possible" in page
    words = first.removeprefix("play ")
    assert press(client, game, waiting, "add", move=words, least="2").status_code == 302
    press(client, game, waiting, "add", move=second, least="", **{"stop-five": "on"})
    assert moves(game, waiting) == [(first, 2), (second, 0)]
    assert order_of(game, waiting).stops == ["five"]
    press(client, game, waiting, "up-1")
    assert moves(game, waiting) == [(second, 0), (first, 2)]
    assert order_of(game, waiting).stops == ["five"]
    press(client, game, waiting, "down-0")
    press(client, game, waiting, "remove-1")
    assert moves(game, waiting) == [(first, 2)]
    press(client, game, waiting, "stops")
    assert order_of(game, waiting).stops == []
    press(client, game, waiting, "clear")
    assert order_of(game, waiting).outcome == "cleared"


@pytest.mark.parametrize(
    ("do", "fields", "status", "code"),
    [
        ("add", {"move": "", "least": "3"}, 400, "bad_request"),
        ("add", {"move": "play RS@0,0", "least": "-1"}, 400, "bad_request"),
        ("add", {"move": "trade RS", "least": "1"}, 400, "order_only_lays"),
        ("add", {"move": "x" * 5000, "least": "1"}, 400, "bad_request"),
        ("up-7", {}, 400, "bad_request"),
        ("remove-\u0661", {}, 400, "bad_request"),
        ("stops", {}, 400, "bad_request"),
        ("", {}, 400, "bad_request"),
        ("clear", {"version": "x"}, 400, "bad_request"),
        ("clear", {"revision": "9"}, 409, "order_changed"),
        ("clear", {"key": ""}, 400, "bad_request"),
    ],
)
def test_bad_input_is_refused_in_words(client, game, waiting, do, fields, status, code):
    answer = press(client, game, waiting, do, script=True, **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["error"]
    assert order_of(game, waiting) is None


def test_strangers_and_whoever_is_to_move_are_refused(client, game):
    mover = game.to_move
    move, _ = possible(game, mover)[0]
    for user, status in ((make_user(), 403), (game.players.get(seat=mover).user, 409)):
        client.force_login(user)
        answer = press(client, game, mover, "add", script=True, move=move, least="0")
        assert answer.status_code == status


def test_the_owner_reads_what_became_of_it_and_can_dismiss_it_on_his_turn(client, game, waiting):
    move, points = possible(game, waiting)[0]
    press(client, game, waiting, "add", move=move, least=str(points + 1))
    play(game, one_trade(game))
    game.refresh_from_db()
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Your standing order could not be played: too few points." in page
    assert press(client, game, waiting, "clear").status_code == 302
    assert "Your standing order" not in client.get(game.get_absolute_url()).content.decode()
