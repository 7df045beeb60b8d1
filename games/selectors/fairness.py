"""What anybody needs to check the chance of one game (docs/fairness.md)."""

from typing import Any

from games.models import Game, GameSecret


def fairness_of(game: Game) -> dict[str, Any]:
    """Return the commitment and, once the game is over, the seed in hex."""
    seed = None
    if not game.is_running:
        seed = bytes(GameSecret.objects.only("seed").get(game=game).seed).hex()
    return {
        "id": game.public_id,
        "is_running": game.is_running,
        "ruleset_key": game.ruleset_key,
        "rules_version": game.rules_version,
        "commitment": game.commitment,
        "seed": seed,
        "players": list(game.players.order_by("seat").values_list("user__username", flat=True)),
    }
