"""Why a game ended, and which is somebody's first."""

import pytest

from games.selectors.game import own_facts
from games.selectors.outcome import reason_text
from tests.factories import make_game, make_user
from tests.table import play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("went_out", "linnet went out, +6"),
        ("resigned", "linnet resigned"),
        ("flagged", "linnet ran out of time"),
        ("blocked", "nobody could place a tile any more"),
        ("something new", "something new"),
    ],
)
def test_the_reason_names_who_ended_the_game(reason, text):
    assert reason_text(reason, "linnet") == text
    assert "linnet" not in reason_text(reason)


def test_the_first_game_lasts_until_a_move_in_another_one():
    ada = make_user()
    first = play(play(make_game(ada, make_user())).game).game
    assert own_facts(first, ada.pk)["is_first_game"]
    second = make_game(ada, make_user())
    assert not own_facts(second, ada.pk)["is_first_game"]
    while user_to_move(second) != ada.pk:
        second = play(second).game
    play(second)
    assert not own_facts(first, ada.pk)["is_first_game"]


def test_a_finished_game_says_who_went_out():
    from games.selectors.table import table_view
    from tests.factories import NOW

    game = play_to_the_end(make_game())
    table = table_view(game, None, NOW)
    expected = reason_text(game.end_reason, table["last"]["name"])
    assert table["result"]["reason_text"] == expected
