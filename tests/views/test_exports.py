"""Files of a game to take along."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.urls import reverse

from games.models import Game
from games.rules.records.position import parse_position
from games.rules.records.qgn import read_qgn
from games.rules.records.read import parse_record
from games.rules.records.replay import replay
from games.selectors.picture import COLOURS
from games.selectors.record import record_of
from games.services.play import resign
from tests.factories import NOW, make_game, make_user
from tests.table import play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db

FILES = {
    "export_record": ("application/json", "attachment", "json"),
    "export_qgn": ("text/plain; charset=utf-8", "attachment", "qgn"),
    "export_position": ("text/plain; charset=utf-8", "inline", "txt"),
    "export_svg": ("image/svg+xml", "inline", "svg"),
    "export_png": ("image/png", "inline", "png"),
}


def take(client, name: str, game: Game, **headers: str):
    return client.get(reverse(name, args=[game.public_id]), headers=headers)


def over(*users) -> Game:
    game = play(make_game(*users)).game
    resign(public_id=game.public_id, user_id=user_to_move(game), key="leave", now=NOW)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_it_is_and_is_kept_by_no_cache(client, name):
    game = play(make_game()).game
    answer = take(client, name, game)
    content_type, place, ending = FILES[name]
    assert answer.status_code == 200
    assert answer["Content-Type"] == content_type
    assert answer["Content-Disposition"] == f'{place}; filename="qwirkle-{game.public_id}.{ending}"'
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))


@pytest.mark.parametrize("name", FILES)
def test_who_has_a_file_is_not_sent_it_again_until_somebody_moves(client, name):
    game = play(make_game()).game
    etag = take(client, name, game)["ETag"]
    assert take(client, name, game, if_none_match=etag).status_code == 304
    game = play(game).game
    assert take(client, name, game, if_none_match=etag).status_code == 200
    etag = take(client, name, game)["ETag"]
    client.force_login(make_user())
    assert take(client, name, game, if_none_match=etag).status_code == 200


@pytest.mark.parametrize("name", FILES)
def test_there_is_no_file_of_a_game_that_is_none(client, name):
    assert client.get(reverse(name, args=["nothing"])).status_code == 404
    assert take(client, name, make_game()).status_code == 200
    assert client.post(reverse(name, args=[make_game().public_id])).status_code == 405


def test_the_files_of_a_finished_game_are_read_back(client):
    game = play_to_the_end(make_game())
    record = record_of(game, None)
    assert parse_record(json.loads(take(client, "export_record", game).content)) == record
    assert read_qgn(take(client, "export_qgn", game).content.decode()) == record
    position = parse_position(take(client, "export_position", game).content.decode())
    end = replay(record).state
    assert dict(map(reversed, position.board)) == end.board
    assert position.hands == end.hands


def test_the_drawing_stands_alone(client):
    game = play(play(make_game()).game).game
    answer = take(client, "export_svg", game)
    tree = ET.fromstring(answer.content)
    used = {node.get("href") for node in tree.iter() if node.get("href")}
    assert used
    assert used <= {f"#{node.get('id')}" for node in tree.iter() if node.get("id")}
    text = answer.content.decode()
    assert not re.search(
        r"<script|<style|style=|class=|url\(|http(?!://www\.w3\.org/2000/svg)", text
    )
    placed = sum(ply.move.count("@") for ply in game.plies.all())
    assert len(re.findall(r'href="#s-', text)) == placed


def test_the_drawing_has_the_viewers_colours_and_marks(client):
    game = play(make_game()).game
    user = make_user()
    client.force_login(user)
    assert "#m-" not in take(client, "export_svg", game).content.decode()
    user.palette, user.marks = "safe", True
    user.save()
    text = take(client, "export_svg", game).content.decode()
    assert 'href="#m-' in text
    fills = set(re.findall(r'href="#s-\w+"[^>]* fill="(#\w+)"', text))
    assert fills
    assert fills <= set(COLOURS["safe"])


def test_the_colours_of_the_drawing_are_those_of_the_pages():
    tokens = (Path(__file__).parents[2] / "games/static/games/css/tokens.css").read_text()
    names = ("red", "orange", "yellow", "green", "blue", "purple")
    blocks = re.findall(r"\{((?:\s*--c-\w+: #\w+;)+)\s*\}", tokens)
    found = [
        tuple(re.search(rf"--c-{name}: (#\w+)", block)[1] for name in names) for block in blocks
    ]
    assert found == [COLOURS["default"], COLOURS["safe"]]


@pytest.mark.parametrize("key", ["qwirkle", "qwirkle+boards"])
def test_the_picture_is_a_png_as_large_as_its_board(client, key):
    game = play(make_game(ruleset_key=key)).game
    png = take(client, "export_png", game).content
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    drawn = ET.fromstring(take(client, "export_svg", game).content)
    sides = [int(drawn.get(side)) for side in ("width", "height")]
    assert [int.from_bytes(png[at : at + 4]) for at in (16, 20)] == [side * 4 for side in sides]


@async_to_sync  # so that the database is asked in this thread, within the test's transaction
async def read_all(user) -> list[str]:
    """Return the parts of the stream of all games, as an ASGI server receives them."""
    client = AsyncClient()
    await client.aforce_login(user)
    answer = await client.get(reverse("export_games"))
    assert answer.status_code == 200
    assert answer.streaming
    assert "no-store" in answer["Cache-Control"]
    return [part.decode() async for part in answer]


def test_ones_finished_games_come_a_record_a_line_and_some_at_a_time(monkeypatch):
    monkeypatch.setattr("games.selectors.record.BATCH", 2)
    user = make_user()
    games = [over(user, make_user()) for _ in range(5)]
    make_game(user, make_user())
    over()
    parts = read_all(user)
    assert [part.count("\n") for part in parts] == [2, 2, 1]
    lines = "".join(parts).splitlines()
    records = [parse_record(json.loads(line)) for line in lines]
    assert records == [record_of(game, None) for game in games]


def test_who_has_finished_no_game_gets_an_empty_file():
    assert read_all(make_user()) == []


def test_a_visitor_has_to_sign_in_for_all_games(client):
    answer = client.get(reverse("export_games"))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))
