"""Helpers to play games in tests through the real services."""

import itertools
from dataclasses import replace
from typing import Any

from accounts.models import User
from games.bots import registry as bots
from games.core.rng import rng_for
from games.core.types import Phase, Seat
from games.models import Game, GameSecret
from games.rules import registry
from games.rules.qwirkle.tiles import tile_text
from games.selectors.table import legal_cells, observe_game
from games.services.play import PlayedMove, play_move
from tests.factories import NOW, make_game

_keys = (f"played-{number}" for number in itertools.count(1))

GAME_PLIES_MAX = 400
DEALS_MAX = 50


def state_of(game: Game) -> Any:
    """Return the decoded state of a game."""
    secret = GameSecret.objects.get(game=game)
    return registry.get(game.ruleset_key).decode_state(secret.state)


def greedy_move(
    game: Game, seat: Seat | None = None, *, bot: str = "greedy", with_powers: bool = False
) -> str:
    """Return what a bot would play for the seat to move, in the notation."""
    ruleset = registry.get(game.ruleset_key)
    state = state_of(game)
    seat = ruleset.to_move(state) if seat is None else seat
    seen = ruleset.observe(state, seat, Phase.RUNNING)
    if not with_powers:
        seen = replace(seen, usable=())
    rng = rng_for(b"t" * 32, game.public_id, game.version)
    return ruleset.format_move(bots.get(bot).choose(seen, rng, ruleset))


def one_trade(game: Game) -> str:
    """Return the trade of one tile by the seat to move: a move that leaves the board as it is."""
    return f"trade {tile_text(state_of(game).hands[game.to_move][0])}"


def user_to_move(game: Game) -> int:
    """Return the primary key of the user whose turn it is."""
    return game.players.get(seat=game.to_move).user_id


def play(game: Game, move: str | None = None, **fields: Any) -> PlayedMove:
    """Play one move for the seat to move, greedily unless told otherwise."""
    game.refresh_from_db()
    return play_move(
        **{
            "public_id": game.public_id,
            "user_id": user_to_move(game),
            "version": game.version,
            "key": next(_keys),
            "move": move or greedy_move(game),
            "now": NOW,
            **fields,
        }
    )


def make_begun_game(*users: User, first: User | None = None, **fields: Any) -> Game:
    """Return a game in which every seat has moved, at no cost of time.

    Args:
        first: who is to move then; anybody unless told.
        fields: as `make_game` takes them.
    """
    game, now = make_game(*users, **fields), fields.get("now", NOW)
    for _ in range(game.players.count()):
        game = play(game, now=now).game
    while first is not None and user_to_move(game) != first.pk:
        game = play(game, now=now).game
    game.refresh_from_db()
    return game


def make_open_game(*users: User) -> Game:
    """Return a game after a few moves in which every hand has a choice.

    Two kinds of tiles of each hand have a place, and one of them at least two: what a test of the
    page needs, and what a random deal does not promise.
    """
    for _ in range(DEALS_MAX):
        game = make_game(*users)
        for _ in range(4):
            play(game)
        game.refresh_from_db()
        if game.is_running and all(_has_choice(game, seat) for seat in range(len(users))):
            return game
        game.delete()  # It would wait for its players on every page.
    raise AssertionError("No deal gives every hand a choice.")


def _has_choice(game: Game, seat: Seat) -> bool:
    cells = legal_cells(game, replace(observe_game(game, seat), to_move=seat))
    return len(cells) > 1 and max(map(len, cells.values())) > 1


def play_to_the_end(game: Game) -> Game:
    """Play greedily until the game is over, and return it."""
    for _ in range(GAME_PLIES_MAX):
        if not game.is_running:
            return game
        game = play(game).game
    raise AssertionError("The game does not end.")
