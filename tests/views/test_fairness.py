"""The page on which anybody checks the chance of a game."""

import pytest
from django.urls import reverse

from games.models import GameSecret
from tests.factories import make_game
from tests.table import play, play_to_the_end

pytestmark = pytest.mark.django_db


def seed_of(game):
    return bytes(GameSecret.objects.get(game=game).seed).hex()


def test_a_finished_game_shows_commitment_seed_and_a_check(client):
    game = play_to_the_end(make_game())
    page = client.get(reverse("fairness", args=[game.public_id]))
    text = page.content.decode()
    assert game.commitment in text
    assert seed_of(game) in text
    assert f'data-record="{reverse("export_record", args=[game.public_id])}"' in text
    assert "no-store" in page["Cache-Control"]


def test_a_running_game_shows_its_commitment_only(client):
    game = play(make_game()).game
    text = client.get(reverse("fairness", args=[game.public_id])).content.decode()
    assert game.commitment in text
    assert seed_of(game) not in text
    assert "data-record" not in text


def test_there_is_no_page_without_a_game(client):
    assert client.get(reverse("fairness", args=["nothing"])).status_code == 404
