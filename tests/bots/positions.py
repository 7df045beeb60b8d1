"""Positions for the bots: what a viewer sees, written in tiles and cells."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.bots import registry
from games.core.rng import Rng, SeededChance, rng_for
from games.core.types import Cell, Phase
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.notation import parse_all_placed, parse_tiles
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import Observation, State
from games.rules.qwirkle.tiles import Tile

GAME = Qwirkle()
SEED = b"bots" * 8


def rng() -> Rng:
    """Return the same stream each time."""
    return Rng(SEED, "test")


def board(*rows: str) -> Board:
    """Return the board of ``RS@0,0`` texts, several in a string."""
    texts = " ".join(rows).split()
    return Board({cell: tile for tile, cell in parse_all_placed(texts)})


def line(colour: str, shapes: str, x: int, y: int) -> str:
    """Return a line of one colour that begins at a cell and goes right, as placed tiles."""
    return " ".join(f"{colour}{shape}@{x + step},{y}" for step, shape in enumerate(shapes))


def hand(text: str) -> tuple[Tile, ...]:
    """Return the tiles of ``RS BC``."""
    return parse_tiles(text.split())


def seen(on_board: Board, own: str, **changes: Any) -> Observation:
    """Return what the seat to move sees in the middle of a game between two."""
    tiles = hand(own)
    fields: dict[str, Any] = {
        "viewer": 0,
        "phase": Phase.RUNNING,
        "options": GAME.parse_options({}),
        "board": on_board,
        "hand": tiles,
        "hands": None,
        "hand_counts": (len(tiles), 6),
        "bag_count": 96 - len(on_board),
        "scores": (0, 0),
        "to_move": 0,
        "opener": 0,
        "opening_count": 0,
        "left": (),
        "reason": None,
        "may_place": True,
        "may_pass": False,
        "trade_max": len(tiles),
    }
    return Observation(**(fields | changes))


def cells_of(move: Any) -> set[Cell]:
    """Return the cells that a placement covers."""
    return {cell for _, cell in move.tiles}


def states(seats: int, number: int, bot_key: str = "greedy") -> Iterator[State]:
    """Yield the states of a seeded game, from the deal to the last one that somebody moves in."""
    name = f"game {number}"
    bot = registry.get(bot_key)
    chance = SeededChance(rng_for(SEED, name, -1))
    options = GAME.parse_options({})
    state = GAME.initial_step(seats, options, chance, seniority=range(seats)).state
    ply = 0
    while (seat := GAME.to_move(state)) is not None:
        move = GAME.automatic_move(state)
        if move is None:
            yield state
            observation = GAME.observe(state, seat, Phase.RUNNING)
            move = bot.choose(observation, Rng(SEED, f"{name} {ply}"), GAME)
        chance = SeededChance(rng_for(SEED, name, ply))
        state = GAME.apply(state, seat, move, chance).state
        ply += 1


def with_hidden_mixed(state: State, seat: int, number: int) -> State:
    """Return the state with all tiles that the seat does not see dealt anew."""
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = state.bag + tuple(tile for other in others for tile in state.hands[other])
    mixed = Rng(SEED, f"mix {number}").shuffled(hidden)
    hands = list(state.hands)
    for other in others:
        size = len(state.hands[other])
        hands[other], mixed = mixed[:size], mixed[size:]
    return replace(state, hands=tuple(hands), bag=mixed)
