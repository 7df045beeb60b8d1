"""Records of stored games: they play through, and a running game's tells only one's own."""

import pytest
from django.test.utils import CaptureQueriesContext

from games.core.types import Phase
from games.models import PlySecret
from games.rules import registry
from games.rules.records.export import export_record
from games.rules.records.form import record_json
from games.rules.records.position import parse_position, position_line
from games.rules.records.qgn import read_qgn, write_qgn
from games.rules.records.read import parse_record
from games.rules.records.replay import replay
from games.selectors.record import finished_records, position_of, record_of
from games.services.finish import abort_game
from games.services.play import resign
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, play, play_to_the_end, state_of, user_to_move

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

RULESETS = registry.keys()


def played(plies: int, key: str = "qwirkle", seats: int = 2, **options):
    """Return a game after so many moves at random, powers among them, or at its end."""
    game = make_game(*(make_user() for _ in range(seats)), ruleset_key=key, **options)
    for _ in range(plies):
        if game.is_running:
            game = play(game, greedy_move(game, bot="random", with_powers=True)).game
    return game


def test_a_finished_games_record_plays_through_to_the_stored_result():
    game = play_to_the_end(make_game())
    record = record_of(game, None)
    found = replay(record)
    assert found.reason == game.end_reason == record.result["reason"]
    assert list(found.scores) == [player.score for player in game.players.order_by("seat")]
    assert list(found.winners) == record.result["winners"]
    assert found.state.board == state_of(game).board
    assert found.state.hands == state_of(game).hands


@pytest.mark.parametrize("key", RULESETS)
def test_the_record_of_any_ruleset_plays_through(key):
    game = played(400, key, seats=3)
    assert not game.is_running
    record = record_of(game, 0)
    found = replay(record)
    assert found.state.board == state_of(game).board
    assert found.state.hands == state_of(game).hands
    assert found.scores == tuple(record.result["scores"])
    assert found.reason == game.end_reason


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("is_over", [True, False])
def test_a_record_comes_back_from_json_and_from_text(key, is_over):
    game = played(7, key)
    if is_over:
        resign(public_id=game.public_id, user_id=user_to_move(game), key="leave", now=NOW)
        game.refresh_from_db()
    for seat in (None, 0, 1):
        record = record_of(game, seat)
        assert parse_record(record_json(record)) == record
        assert read_qgn(write_qgn(record)) == record


@pytest.mark.parametrize("key", RULESETS)
def test_a_running_record_is_the_viewers_part_of_the_whole(key):
    game = played(9, key, seats=3)
    game.status = game.Status.FINISHED
    whole = record_of(game, None)
    game.status = game.Status.RUNNING
    for seat in (None, 0, 1, 2):
        assert record_of(game, seat) == export_record(whole, viewer=seat, phase=Phase.RUNNING)


def test_a_running_record_holds_the_own_tiles_only():
    game = played(0)
    for _ in range(6):
        move = f"trade {first_tile(game)}" if game.version > 1 else None
        game = play(game, move).game
    assert PlySecret.objects.filter(move__startswith="trade").count() > 1
    record = record_of(game, 0)
    assert record.hands[0] is not None
    assert record.hands[1] is None
    assert record.bag is None
    assert "seed" not in record.fair
    for move in record.moves:
        assert (move.drew is not None) == (move.seat == 0)
        assert ("?" in move.move) == (move.seat == 1 and move.move.startswith("trade"))


def first_tile(game):
    from games.rules.qwirkle.tiles import tile_text

    return tile_text(state_of(game).hands[game.to_move][0])


def test_a_called_off_game_is_told_whole():
    game = make_game()
    game = abort_game(public_id=game.public_id, user_id=user_to_move(game), now=NOW)
    record = record_of(game, None)
    assert record.result == {"scores": [0, 0], "winners": [], "reason": "aborted"}
    assert replay(record).state.hands == state_of(game).hands


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_position_line_comes_back_and_shows_no_other_hand(seat):
    game = played(6)
    position = position_of(game, seat)
    assert [hand is not None for hand in position.hands] == [other == seat for other in (0, 1)]
    assert position_line(parse_position(position_line(position))) == position_line(position)
    assert position.to_move == game.to_move


def test_all_finished_games_come_in_a_few_queries_however_many_there_are():
    from django.db import connection

    user = make_user()

    def finish_one():
        game = play(make_game(user, make_user())).game
        resign(public_id=game.public_id, user_id=user_to_move(game), key="k", now=NOW)
        return game

    games = [finish_one() for _ in range(2)]
    with CaptureQueriesContext(connection) as few:
        finished_records(user.pk)
    games += [finish_one() for _ in range(3)]
    make_game(user, make_user())
    with CaptureQueriesContext(connection) as many:
        records, after = finished_records(user.pk)
    assert len(many) == len(few) <= 6
    assert [record.extras["x_game"] for record in records] == [game.public_id for game in games]
    assert finished_records(user.pk, after) == ([], after)
    assert finished_records(make_user().pk) == ([], 0)
