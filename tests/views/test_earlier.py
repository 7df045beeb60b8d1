"""Earlier moves and missed ones are on the page at its first paint, without script."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_game, make_user
from tests.table import make_begun_game, one_trade, play

pytestmark = pytest.mark.django_db


def test_a_move_has_an_address_that_shows_its_position(client):
    game = make_game()
    for _ in range(5):
        game = play(game).game
    page = client.get(f"{game.get_absolute_url()}moves/2/").content.decode()
    first = game.plies.filter(number__lt=2).values_list("move", flat=True)
    laid = sum(len(move.split()) - 1 for move in first if move.startswith("play"))
    cells = re.findall(r'<div class="(cell[^"]*)"\s+role="gridcell"', page)
    assert len([names for names in cells if "is-later" not in names]) == laid
    assert 'data-then="2"' in page


@pytest.mark.parametrize("number", [0, 4, 10**30])
def test_a_move_that_is_not_there_gives_one_sentence_and_the_game(client, number):
    game = make_game()
    for _ in range(3):
        game = play(game).game
    page = client.get(f"{game.get_absolute_url()}moves/{number}/")
    assert page.status_code == 404
    assert "This game has 3 moves so far; here it is as it is now." in page.content.decode()


def test_what_i_missed_is_marked_when_asked_for_and_only_for_me(client):
    me = make_user()
    game = make_begun_game(me, make_user(), make_user(), first=me)
    play(game, one_trade(game))
    placed = play(game).game.plies.latest("number")
    address = game.get_absolute_url()
    client.force_login(me)
    assert 'data-since="1"' not in client.get(address).content.decode()
    page = client.get(address, {"since": "1"}).content.decode()
    tiles = len(placed.move.split()) - 1 if placed.move.startswith("play") else 0
    assert page.count('data-since="1"') == tiles
    client.logout()
    assert "data-since-go" not in client.get(address, {"since": "1"}).content.decode()


def test_finished_games_have_a_page_that_keeps_its_filter(client):
    client.force_login(make_user())
    asked = {"outcome": "won", "opponent": "\x00", "variant": "nothing", "older": "../x"}
    page = client.get(reverse("finished"), asked)
    assert page.status_code == 200
