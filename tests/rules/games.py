"""Small boards in text, and games played to the end through the real ruleset."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.rng import Rng, SeededChance, rng_for
from games.core.types import Phase, Seat
from games.rules import registry
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.moves import AnyMove, Pass, Place, Trade
from games.rules.qwirkle.notation import parse_all_placed, parse_tiles
from games.rules.qwirkle.state import Observation, State
from games.rules.qwirkle.tiles import Tile, full_set

SEED = bytes(range(32))
QWIRKLE = registry.get("qwirkle")

type Choose = Callable[[Observation, Rng], AnyMove]


def tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of ``RS RC``."""
    return parse_tiles(text.split())


def placed(text: str):
    """Return the (tile, cell) pairs of ``RS@0,0 RC@1,0``."""
    return parse_all_placed(text.split())


def board(text: str) -> Board:
    """Return the board of ``RS@0,0 RC@1,0``."""
    return Board((cell, tile) for tile, cell in placed(text))


def play(text: str) -> Place:
    return Place(placed(text))


def chance(ply: int = 0, game_id: str = "test") -> SeededChance:
    return SeededChance(rng_for(SEED, game_id, ply))


def options(**changed: Any) -> Mapping[str, Any]:
    return QWIRKLE.parse_options(changed)


def state(
    *, on_board: str = "RS@0,0", hands: Iterable[str], bag: str = "", **changed: Any
) -> State:
    """Return a state past its opening, seat 0 to move, unless ``changed`` says otherwise.

    Options of the game are given as ``options={...}``.
    """
    dealt = tuple(tiles(hand) for hand in hands)
    chosen = options(**changed.pop("options", {}))
    values = {
        "scores": (0,) * len(dealt),
        "to_move": 0,
        "opener": 0,
        "opening_count": 0,
    } | changed
    return State(options=chosen, board=board(on_board), hands=dealt, bag=tiles(bag), **values)


def deal(seats: int = 2, game_id: str = "test", **changed: Any) -> State:
    """Return a freshly dealt state."""
    step = QWIRKLE.initial_step(
        seats, options(**changed), chance(-1, game_id), seniority=range(seats)
    )
    return step.state


def tile_count(position: State) -> int:
    """Return all tiles of the game, wherever they are."""
    return (
        len(position.board) + sum(map(len, position.hands)) + len(position.bag) + len(position.gone)
    )


def all_tiles(position: State) -> list[Tile]:
    """Return all tiles of the game, sorted."""
    held = [tile for hand in position.hands for tile in hand]
    return sorted([*position.board.values(), *held, *position.bag, *position.gone])


FULL_SET = sorted(full_set())


def greedy(observation: Observation, rng: Rng) -> AnyMove:
    """Return the placement with most points, the first of equals; else a trade, else a pass."""
    found = QWIRKLE.legal_places(observation)
    if found:
        return Place(min(found, key=lambda option: (-option.score, option.tiles)).tiles)
    return _no_placement(observation)


def at_random(observation: Observation, rng: Rng) -> AnyMove:
    """Return any legal move, trades among them."""
    found = QWIRKLE.legal_places(observation)
    if observation.trade_max and (not found or not rng.below(8)):
        return Trade(rng.shuffled(observation.hand)[: 1 + rng.below(observation.trade_max)])
    if found:
        return Place(found[rng.below(len(found))].tiles)
    return _no_placement(observation)


def _no_placement(observation: Observation) -> AnyMove:
    if observation.trade_max:
        return Trade(observation.hand[: observation.trade_max])
    return Pass()


@dataclass
class Game:
    """A game that was played: its states, the first one dealt, and the moves between them."""

    states: list[State]
    moves: list[tuple[Seat, AnyMove]] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


def play_game(
    game_id: str, seats: int = 2, choose: Choose = greedy, *, limit: int = 400, **changed: Any
) -> Game:
    """Play a game to its end; fails when it does not end within the limit of plies."""
    game = Game([deal(seats, game_id, **changed)])
    rng = Rng(SEED, f"{game_id}/choice")
    while (seat := QWIRKLE.to_move(game.states[-1])) is not None:
        assert len(game.moves) < limit, "the game does not end"
        now = game.states[-1]
        move = QWIRKLE.automatic_move(now) or choose(QWIRKLE.observe(now, seat, Phase.RUNNING), rng)
        step = QWIRKLE.apply(now, seat, move, chance(len(game.moves), game_id))
        game.states.append(step.state)
        game.moves.append((seat, move))
        game.events.append(step.events)
        game.points.append(step.points)
    return game
