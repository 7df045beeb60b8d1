"""Who would play again, and who went out."""

import pytest

from games.selectors.game import is_first_game
from games.selectors.outcome import reason_text
from games.selectors.rematch import rematch_of
from tests.factories import make_game, make_user
from tests.table import play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db


def rematch(game, user):
    """Return what this user's Rematch button would offer."""
    players = list(game.players.select_related("user").order_by("seat"))
    you = next((player.seat for player in players if player.user_id == user.pk), None)
    return rematch_of(players, you)


def test_a_rematch_against_bots_names_the_bots():
    user = make_user()
    offer = rematch(make_game(user, bots=("greedy", "random")), user)
    assert sorted(offer.pop("bots")) == ["greedy", "random"]
    assert offer == {}


def test_a_rematch_with_people_invites_them_by_name():
    users = [make_user(username=name) for name in ("Ada", "Bo", "Cy")]
    offer = rematch(make_game(*users), users[1])
    assert sorted(offer.pop("invitees").split(", ")) == ["Ada", "Cy"]
    assert offer == {"kind": "direct", "seat_count": 3}


def test_bots_of_a_mixed_table_stay_out_of_the_rematch():
    users = [make_user(username=name) for name in ("Ada", "Bo")]
    offer = rematch(make_game(*users, bots=("greedy",)), users[0])
    assert offer == {"kind": "direct", "seat_count": 2, "invitees": "Bo"}


def test_there_is_no_rematch_for_who_watched_nor_with_a_closed_account():
    ada, bo = make_user(), make_user()
    game = make_game(ada, bo)
    assert rematch(game, make_user()) is None
    bo.is_active = False
    bo.save()
    assert rematch(game, ada) is None


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
    assert is_first_game(first, ada.pk)
    second = make_game(ada, make_user())
    assert not is_first_game(second, ada.pk)
    while user_to_move(second) != ada.pk:
        second = play(second).game
    play(second)
    assert not is_first_game(first, ada.pk)


def test_a_finished_game_says_who_went_out():
    from games.selectors.table import table_view
    from tests.factories import NOW

    game = play_to_the_end(make_game())
    table = table_view(game, None, NOW)
    expected = reason_text(game.end_reason, table["last"]["name"])
    assert table["result"]["reason_text"] == expected
