"""What bots do with powers: every variant legally, each power at times, none when told so."""

from collections import Counter

import pytest

from games.bots import registry
from games.bots.without_powers import WithoutPowers
from games.core.rng import DEAL, OPTIONS, Rng, SeededChance, rng_for
from games.core.types import Phase
from games.rules import registry as rulesets
from games.rules.qwirkle.powers.moves import POWERS
from tests.bots.positions import SEED

every_bot = pytest.mark.parametrize("key", registry.keys())
every_variant = pytest.mark.parametrize(
    "ruleset_key",
    [key for key in rulesets.keys() if "+" in key],  # noqa: SIM118
)
TOKENS = "qwirkle+action_tokens"
GAMES_MAX = 8


def chance(name: str, ply: int) -> SeededChance:
    return SeededChance(rng_for(SEED, name, ply))


def moves_of(bots, ruleset_key: str, name: str, **options) -> list[str]:
    """Return the moves of one game, in the notation; every one is legal."""
    game = rulesets.get_qwirkle(ruleset_key)
    drawn = game.draw_options(game.parse_options(options), chance(name, OPTIONS))
    state = game.initial_step(
        len(bots), drawn, chance(name, DEAL), seniority=range(len(bots))
    ).state
    moves = []
    while (seat := game.to_move(state)) is not None:
        move = game.automatic_move(state)
        if move is None:
            seen = game.observe(state, seat, Phase.RUNNING)
            move = bots[seat].choose(seen, Rng(SEED, f"{name} {len(moves)}"), game)
        moves.append(game.format_move(move))
        state = game.apply(state, seat, move, chance(name, len(moves))).state
    return moves


@every_variant
@pytest.mark.parametrize("key", ["greedy", "careful"])  # random ones: rules/test_every_ruleset.py
def test_whole_games_of_every_variant_are_played_legally(key: str, ruleset_key: str) -> None:
    bot = registry.get(key)
    moves = moves_of([bot, bot], ruleset_key, f"{ruleset_key} {key}")
    assert any(move.startswith("play") for move in moves)


@pytest.mark.parametrize("key", ["greedy", "careful"])
def test_each_power_is_used_in_one_game_or_another(key: str) -> None:
    bot = registry.get(key)
    used: Counter[str] = Counter()
    for number in range(GAMES_MAX):
        moves = moves_of([bot, bot], TOKENS, f"uses {number}", tokens_from="start")
        used.update(move.split()[1] for move in moves if move.startswith("use"))
        if set(POWERS) <= used.keys():
            return
    pytest.fail(f"Never used: {set(POWERS) - used.keys()}")


@every_bot
def test_a_bot_without_powers_uses_none(key: str) -> None:
    bot = WithoutPowers(registry.get(key))
    moves = moves_of([bot, bot], TOKENS, "plain", tokens_from="start")
    assert not [move for move in moves if move.startswith("use")]
