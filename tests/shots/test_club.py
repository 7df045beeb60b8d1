"""The club of the pictures can be filled, and its table played on to the end."""

import pytest

from games.models import Challenge, Game
from games.selectors.games import my_games
from tests.factories import NOW
from tests.shots.club import MEMBER, fill_the_club, go_on, lay_the_powers, person
from tests.shots.positions import TABLE
from tests.table import state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def opponents(cards):
    return [" ".join(card["opponents"]) for card in cards]


def test_home_shows_the_designed_games_in_the_designed_order():
    fill_the_club(NOW)
    shown = my_games(person(MEMBER).pk)
    assert opponents(shown["waiting"]) == ["quill", "Tessa_K botanik", "Onyx"]
    assert opponents(shown["theirs"]) == [
        "harbour",
        "papillon tarn",
        "Nebelkrähe",
        "ivo_r saltmarsh Kettle",
    ]
    assert opponents(shown["finished"]) == ["harbour", "quill", "orrery tarn", "Moss&Fern"]
    assert Challenge.objects.filter(status=Challenge.Status.OPEN).count() == 6


def test_the_table_is_played_to_its_end_in_steps():
    table = fill_the_club(NOW)
    for plies in (19, len(TABLE.moves)):
        go_on(table, TABLE, plies, NOW)
        assert table.version == plies
    assert table.status == Game.Status.FINISHED
    assert [player.score for player in table.players.order_by("seat")] == [142, 127, 128]


def test_the_table_with_powers_stands_as_the_table_with_one_token_spent():
    fill_the_club(NOW)
    table = lay_the_powers(NOW)
    assert table.version == 18
    assert [player.score for player in table.players.order_by("seat")] == [39, 43, 40]
    kept = state_of(table).extras["action_tokens"]
    assert [set(held) for held in kept["held"]] == [
        {"again", "ask"},
        *[{"again", "ask", "trade"}] * 2,
    ]
