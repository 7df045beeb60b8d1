"""Two rounds of pairing at once."""

import pytest

from games.models import Game
from games.services.pairing import pair_ladders
from tests.factories import NOW
from tests.services.test_pairing import waiting
from tests.services.test_play_race import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_rounds_at_once_pair_nobody_twice():
    for _ in range(8):
        waiting(games_most=5)
    outcomes = at_once(*[lambda: pair_ladders(now=NOW)] * 2)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    assert sum(outcomes) == Game.objects.count() == 4
    for game in Game.objects.all():
        assert game.players.count() == 2
    users = [
        user for game in Game.objects.all() for user in game.players.values_list("user", flat=True)
    ]
    assert len(users) == len(set(users)) == 8
