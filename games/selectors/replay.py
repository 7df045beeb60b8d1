"""Play a stored game again from its seed and its log."""

from collections.abc import Sequence
from typing import Any

from games.core.rng import DEAL, SeededChance, rng_for
from games.models import Game, GameSecret, PlySecret
from games.rules import registry


def dealt_state(game: Game, seed: bytes, user_ids: Sequence[int]) -> Any:
    """Return the state before the first move.

    Args:
        user_ids: of the players, by seat.
    """
    chance = SeededChance(rng_for(seed, game.public_id, DEAL))
    seniority = sorted(range(len(user_ids)), key=lambda seat: user_ids[seat])
    ruleset = registry.get(game.ruleset_key)
    return ruleset.initial_step(len(user_ids), game.options, chance, seniority=seniority).state


def replay_game(game: Game) -> Any:
    """Return the state to which seed and log lead; it must equal the stored snapshot.

    Raises:
        IllegalMoveError: the log holds a move that the rules refuse.
    """
    ruleset = registry.get(game.ruleset_key)
    seed = bytes(GameSecret.objects.only("seed").get(game=game).seed)
    user_ids = list(game.players.order_by("seat").values_list("user_id", flat=True))
    state = dealt_state(game, seed, user_ids)
    for secret in PlySecret.objects.filter(ply__game=game).select_related("ply").order_by("ply"):
        chance = SeededChance(rng_for(seed, game.public_id, secret.ply.number))
        move = ruleset.parse_move(secret.move)
        state = ruleset.apply(state, secret.ply.seat, move, chance).state
    return state


def differs_from_snapshot(game: Game) -> bool:
    """Return whether the stored snapshot is not what the log leads to."""
    encoded = registry.get(game.ruleset_key).encode_state(replay_game(game))
    stored = GameSecret.objects.only("state").get(game=game).state
    return bool(encoded != stored)
