"""The page on which anybody looks at a record from outside."""

import base64
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.models import Game, Ply
from games.rules import registry
from games.rules.records.form import record_json
from games.rules.records.qgn import write_qgn
from games.selectors.imported import MOVES_MAX
from games.selectors.record import record_of
from games.services.play import resign
from tests.factories import NOW, make_game
from tests.table import greedy_move, play, user_to_move
from tests.views.test_bad_input import NASTY

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

URL = reverse("records")


def send(client, text="", **fields):
    return client.post(URL, {"text": text, **fields})


@pytest.fixture
def record():
    game = make_game()
    for _ in range(7):
        game = play(game).game
    resign(public_id=game.public_id, user_id=user_to_move(game), key="leave", now=NOW)
    game.refresh_from_db()
    return record_json(record_of(game, None))


def finished(key):
    game = make_game(ruleset_key=key)
    while game.is_running:
        game = play(game, greedy_move(game, bot="random", with_powers=True)).game
    return game


@pytest.mark.parametrize("key", registry.keys())
def test_an_exported_game_is_shown_as_it_ended(client, key):
    game = finished(key)
    whole = record_of(game, None)
    before = Game.objects.count(), Ply.objects.count()
    answer = send(client, json.dumps(record_json(whole)))
    assert answer.status_code == 200
    shown = answer.context["record"]
    assert send(client, write_qgn(whole)).context["record"] == shown
    players = list(game.players.order_by("seat"))
    assert [seat["score"] for seat in shown["seats"]] == [player.score for player in players]
    assert [seat["is_winner"] for seat in shown["seats"]] == [one.is_winner for one in players]
    assert [row["points"] for row in shown["moves"]] == [ply.points for ply in game.plies.all()]
    assert not shown["is_other_result"]
    drawing = base64.b64decode(shown["image"].partition(",")[2]).decode()
    assert drawing.count('href="#s-') == shown["picture"]["count"] > 0
    assert (Game.objects.count(), Ply.objects.count()) == before


def test_a_file_is_read_like_a_pasted_text(client, record):
    file = SimpleUploadedFile("game.json", json.dumps(record).encode())
    answer = send(client, file=file)
    assert answer.status_code == 200
    assert answer.context["text"] == json.dumps(record)


def test_the_board_is_shown_after_any_move(client, record):
    shown = send(client, json.dumps(record), after="3").context["record"]
    laid = sum(move["move"].count("@") for move in record["moves"][:3])
    assert shown["picture"]["count"] == laid
    assert [seat["score"] for seat in shown["seats"]] != record["result"]["scores"]
    assert not any(seat["is_winner"] for seat in shown["seats"])
    beyond = send(client, json.dumps(record), after="99999").context["record"]
    assert beyond["shown"] == len(record["moves"])


def test_a_broken_rule_is_told_with_its_move(client, record):
    record["moves"][4]["score"] += 1
    answer = send(client, json.dumps(record))
    assert answer.status_code == 422
    [error] = answer.context["form"].errors["text"]
    name = record["seats"][record["moves"][4]["seat"]]
    assert error.startswith(f"Move 5 ({name}, “{record['moves'][4]['move'][:60]}”): ")
    assert "This move scores" in error


def test_an_unreadable_move_and_an_unreadable_line_are_told_by_number(client, record):
    del record["moves"][2]["move"]
    [error] = send(client, json.dumps(record)).context["form"].errors["text"]
    assert error.startswith("Move 3: ")
    text = "#format qgn 1\n#ruleset qwirkle\n#seat 0 anna\nwhat\n"
    [error] = send(client, text).context["form"].errors["text"]
    assert error.startswith("Line 4: ")


def test_a_result_that_the_moves_do_not_lead_to_is_said_to_be_another(client, record):
    record["result"]["scores"][0] += 1
    answer = send(client, json.dumps(record))
    assert answer.context["record"]["is_other_result"]
    assert "another result" in answer.content.decode()


def test_a_running_games_record_cannot_be_played_through(client):
    record = record_json(record_of(play(make_game()).game, 0))
    answer = send(client, json.dumps(record))
    assert answer.status_code == 422
    assert "Only a record with all hands and the bag" in answer.content.decode()


@pytest.mark.parametrize("text", NASTY)
def test_nonsense_is_refused_with_a_sentence(client, text):
    for fields in (
        {"text": text},
        {"file": SimpleUploadedFile("x", text.encode())},
        {"text": "#format qgn 1", "after": text or "x"},
    ):
        answer = client.post(URL, fields)
        assert answer.status_code in (400, 422)
        assert "field__error" in answer.content.decode() or answer.context["form"].errors


@pytest.mark.parametrize("spelling", ["\\ud800", "\\u0000", "\\u202e"])
def test_a_name_that_no_page_can_write_upsets_nothing(client, record, spelling):
    text = json.dumps(record | {"seats": ["one", "NAME"]}).replace("NAME", spelling)
    assert send(client, text).status_code == 200
    assert send(client, '{"' + spelling + '": 1}').status_code == 422


def test_too_large_and_too_long_records_are_refused(client, record):
    large = SimpleUploadedFile("x", b"#" * 50_000)
    assert "too large" in client.post(URL, {"file": large}).content.decode()
    assert client.post(URL, {"file": SimpleUploadedFile("x", b"\xff\xfe")}).status_code == 400
    assert client.post(URL, {"text": "#" * 50_000}).status_code == 400
    record["moves"] = [{"seat": 0, "move": "pass"}] * (MOVES_MAX + 1)
    assert "is no game" in send(client, json.dumps(record)).content.decode()


def test_only_looking_and_sending_are_possible(client):
    answer = client.get(URL)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert client.put(URL).status_code == 405
