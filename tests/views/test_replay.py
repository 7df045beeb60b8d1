"""The address of a move, and the marks of what happened since one's own last turn."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_game, make_user
from tests.table import make_begun_game, play

pytestmark = pytest.mark.django_db


def at(game, number):
    return reverse("game_at_move", args=[game.public_id, number])


@pytest.fixture
def game():
    """A running game of two after six moves."""
    found = make_game()
    for _ in range(6):
        found = play(found).game
    return found


def test_a_move_has_an_address_that_shows_it_on_first_paint(client, game):
    page = client.get(at(game, 4)).content.decode()
    ply = game.plies.get(number=3)
    assert "Move 4 of 6" in page
    assert 'data-then="4"' in page
    assert f'<b data-count="bag">{ply.bag_count}</b>' in page
    assert re.search(rf'class="seat__points">{ply.total}<', page)
    assert at(game, 3) in page
    assert at(game, 5) in page


def test_a_move_that_is_none_is_said_in_one_sentence(client, game):
    for number in (0, 7, 99999999999999999999):
        page = client.get(at(game, number))
        assert page.status_code == 404
        assert "This game has 6 moves so far; here it is as it is now." in page.content.decode()
    new = make_game()
    assert "has 0 moves" in client.get(at(new, 1)).content.decode()


def test_a_player_who_looks_back_sees_no_hand_and_no_dock(client, game):
    client.force_login(game.players.get(seat=0).user)
    page = client.get(at(game, 6)).content.decode()
    assert 'class="rack' not in page
    assert 'class="replay"' in page
    part = client.get(reverse("game_table", args=[game.public_id]), {"replay": ""}).content.decode()
    assert 'class="rack' not in part


def test_the_moves_of_a_private_game_are_nowhere_for_others(client):
    game = play(make_game(is_private=True)).game
    assert client.get(at(game, 1)).status_code == 404
    client.force_login(game.players.get(seat=0).user)
    assert client.get(at(game, 1)).status_code == 200


def test_what_i_missed_is_marked_when_the_address_asks_for_it(client):
    ada = make_user()
    deals = (make_begun_game(ada, make_user(), make_user(), first=ada) for _ in range(9))
    game = next(one for one in deals if not one.plies.exclude(move__startswith="play").exists())
    client.force_login(ada)
    plain = client.get(game.get_absolute_url()).content.decode()
    assert f'href="{game.get_absolute_url()}?since=1"' in plain
    assert 'data-since="1"' not in plain
    marked = client.get(f"{game.get_absolute_url()}?since=1").content.decode()
    assert 'data-since="1" data-line="1"' in marked
    assert "move 1 since your last turn" in marked


def test_the_page_of_a_move_takes_as_few_queries_as_the_table(
    client, game, django_assert_max_num_queries
):
    client.force_login(game.players.get(seat=0).user)
    with django_assert_max_num_queries(12):
        client.get(at(game, 3))
