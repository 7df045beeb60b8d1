"""What is true of every bot."""

import time
from dataclasses import replace

import pytest

from games.bots import registry
from games.bots.match import play_game
from games.core.errors import BadRequestError
from games.core.types import Phase
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.moves import Pass, Place, Trade
from tests.bots.positions import (
    GAME,
    SEED,
    board,
    hand,
    line,
    rng,
    seen,
    states,
    with_hidden_mixed,
)

every_bot = pytest.mark.parametrize("key", registry.keys())


@every_bot
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_played_without_an_illegal_move(key: str, seats: int) -> None:
    bots = [registry.get(key)] * seats
    for number in range(2):
        game = play_game(GAME, bots, SEED, f"{seats} seats {number}", {}, time.process_time)
        assert len(game.scores) == seats


@every_bot
def test_all_options_of_the_rules_are_respected(key: str) -> None:
    options = {"opening": "free", "short_trade": "partial", "free_pass": True}
    bots = [registry.get(key), registry.get("random")]
    play_game(GAME, bots, SEED, "options", options, time.process_time)


@every_bot
def test_hidden_tiles_do_not_change_the_choice(key: str) -> None:
    bot = registry.get(key)
    for number, state in enumerate(states(3, 1)):
        if number % 5:
            continue
        seat = state.to_move
        choices = {
            bot.choose(GAME.observe(truth, seat, Phase.RUNNING), rng(), GAME)
            for truth in (state, *(with_hidden_mixed(state, seat, mix) for mix in range(2)))
        }
        assert len(choices) == 1


@every_bot
def test_the_order_in_which_the_board_was_built_does_not_change_the_choice(key: str) -> None:
    bot = registry.get(key)
    for number, state in enumerate(states(2, 2)):
        if number % 5:
            continue
        observation = GAME.observe(state, state.to_move, Phase.RUNNING)
        turned = replace(observation, board=Board(reversed(list(observation.board.items()))))
        assert bot.choose(observation, rng(), GAME) == bot.choose(turned, rng(), GAME)


@every_bot
def test_the_opener_lays_as_many_tiles_as_he_announced(key: str) -> None:
    """Rules 1.1.9."""
    observation = seen(board(), "RC RD RS BC GX PL", opening_count=3, bag_count=96, trade_max=0)
    move = registry.get(key).choose(observation, rng(), GAME)
    assert isinstance(move, Place)
    assert len(move.tiles) == 3


@every_bot
def test_who_cannot_place_trades_no_more_than_the_bag_holds(key: str) -> None:
    """Rules 1.5.35."""
    observation = seen(board("RC@0,0"), "BD GS YX", bag_count=2, trade_max=2)
    move = registry.get(key).choose(observation, rng(), GAME)
    assert isinstance(move, Trade)
    assert 1 <= len(move.tiles) <= 2
    assert set(move.tiles) <= set(hand("BD GS YX"))


@every_bot
def test_who_can_neither_place_nor_trade_passes(key: str) -> None:
    """Rules 1.5.38."""
    observation = seen(board("RC@0,0"), "BD GS YX", bag_count=0, trade_max=0, may_pass=True)
    assert registry.get(key).choose(observation, rng(), GAME) == Pass()


def test_greedy_takes_the_most_points() -> None:
    observation = seen(board(line("R", "CDSXE", 0, 0)), "RL BC GC")
    assert registry.get("greedy").choose(observation, rng(), GAME) == Place(
        ((hand("RL")[0], (-1, 0)),)
    )


def test_greedy_trades_its_whole_hand_when_nothing_fits() -> None:
    observation = seen(board("RC@0,0"), "BD GS YX")
    move = registry.get("greedy").choose(observation, rng(), GAME)
    assert isinstance(move, Trade)
    assert sorted(move.tiles) == sorted(hand("BD GS YX"))


def test_random_makes_every_kind_of_legal_move() -> None:
    bot = registry.get("random")
    observation = seen(board("RC@0,0"), "RD BC")
    stream = rng()
    moves = {bot.choose(observation, stream, GAME) for _ in range(400)}
    places = {place.tiles for place in GAME.legal_places(observation)}
    assert {move.tiles for move in moves if isinstance(move, Place)} == places
    assert any(isinstance(move, Trade) for move in moves)


def test_bots_are_found_by_key_and_listed_weakest_first() -> None:
    assert [bot.name for bot in registry.all_bots()] == ["Random", "Greedy", "Careful"]
    assert [bot.key for bot in registry.all_bots()] == ["random", "greedy", "careful"]
    assert all(bot.strength.endswith(".") for bot in registry.all_bots())


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(BadRequestError) as refusal:
        registry.get("oracle")
    assert refusal.value.code == "unknown_bot"
    assert refusal.value.detail == {"bot": "oracle"}
