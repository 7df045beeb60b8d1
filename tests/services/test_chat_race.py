"""Lines said at the same moment: each once, none lost, no limit jumped (reliability A2, E16)."""

import pytest

from games.core.errors import ConflictError
from games.models import ChatLine
from games.services.chat import LINE_RATES
from tests.chatting import say_line
from tests.factories import make_game, make_user
from tests.services.test_play_race import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_line_sent_eight_times_at_once_is_said_once():
    user = make_user()
    game = make_game(user, make_user())
    said = at_once(*[lambda: say_line(game, user, key="k")] * 8)
    assert len({line.pk for line in said}) == 1


def test_lines_of_several_people_at_once_all_get_a_number_of_their_own():
    users = [make_user() for _ in range(4)]
    game = make_game(*users)
    at_once(*[lambda user=user: say_line(game, user) for user in users * 2])
    assert [line.number for line in ChatLine.objects.all()] == list(range(1, 9))


def test_lines_at_once_do_not_jump_the_limit():
    user = make_user()
    games = [make_game(user, make_user()) for _ in range(2)]
    most = LINE_RATES[0][1]
    for _ in range(most - 1):
        say_line(games[0], user)
    said = at_once(*[lambda game=game: say_line(game, user) for game in games * 2])
    refused = [one for one in said if isinstance(one, ConflictError)]
    assert [error.code for error in refused] == ["too_fast"] * 3
    assert ChatLine.objects.count() == most
