"""Every earlier move can be shown, told by the public log alone, as the engine's replay has it."""

import pytest

from games.core.rng import SeededChance, rng_for
from games.core.types import Phase
from games.models import GameSecret, PlySecret
from games.rules import registry
from games.rules.qwirkle.tiles import tile_text
from games.selectors.earlier import replay_view, table_then
from games.selectors.replay import dealt_state
from games.selectors.since import missed_rows
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, play

pytestmark = pytest.mark.django_db

MOVES = 12


def states(game):
    """Yield the engine's state after each ply."""
    ruleset = registry.get(game.ruleset_key)
    seed = bytes(GameSecret.objects.get(game=game).seed)
    users = list(game.players.order_by("seat").values_list("user_id", flat=True))
    state = dealt_state(game, seed, users)
    for secret in PlySecret.objects.filter(ply__game=game).select_related("ply").order_by("ply"):
        chance = SeededChance(rng_for(seed, game.public_id, secret.ply.number))
        state = ruleset.apply(state, secret.ply.seat, ruleset.parse_move(secret.move), chance).state
        yield state


@pytest.mark.parametrize("key", registry.keys())
def test_each_ply_shows_the_position_that_the_engine_replays(key):
    game = make_game(*(make_user() for _ in range(3)), ruleset_key=key)
    for _ in range(MOVES):
        game = play(game, greedy_move(game, bot="random", with_powers=True)).game
        if not game.is_running:
            break
    game.refresh_from_db()
    table = replay_view(game, None, NOW)
    for number, state in enumerate(states(game), start=1):
        seen = registry.get(key).observe(state, None, Phase.RUNNING)
        then = table_then(table, number)
        shown = then["board"]["cells"] + then["board"]["ghosts"]
        tiles = {(cell["x"], cell["y"]): cell["tile"] for cell in shown if cell["is_there"]}
        assert tiles == {cell: tile_text(tile) for cell, tile in seen.board.items()}
        assert then["bag_count"] == seen.bag_count
        assert [seat["score"] for seat in then["seats"]] == list(seen.scores)


def test_a_player_who_looks_back_in_a_running_game_sees_no_hand():
    user = make_user()
    game = play(make_game(user, make_user())).game
    table = replay_view(game, user.pk, NOW)
    assert table["hand"] is None
    assert all(not seat["hand"] for seat in table["seats"])
    assert table["seats"][0]["user_id"] == user.pk


def test_what_i_missed_is_all_after_my_own_last_move_with_a_line_for_each_seat():
    log = [{"number": number, "seat": seat} for number, seat in enumerate((0, 1, 2, 2, 0), 1)]
    missed = missed_rows(log[:4][::-1], 0, 3)
    assert [(row["number"], row["mark"], row["line"]) for row in missed] == [
        (2, 1, 1),
        (3, 2, 2),
        (4, 3, 2),
    ]
    assert missed_rows(log[::-1], 0, 3) == []
    assert missed_rows(log[::-1], None, 3) == []
