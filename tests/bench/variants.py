"""CPU figures of the expansions: move lists on boards and with many tiles, random games of each."""

import time
from collections.abc import Iterable, Iterator
from functools import partial
from statistics import median

from games.bots import registry as bots
from games.core.rng import DEAL, OPTIONS, Rng, SeededChance, rng_for
from games.core.types import Phase
from games.rules import registry
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import State
from tests.bench.engine import MID_GAME, SEED, fastest_s

GAMES = 40
POSITION_GAMES = 12
RATIO_MAX = 4
"""A move list on boards or of seven to nine tiles may take so many times a base one (median)."""

GAME_MAX_MS = 60
BOARDS = ("cccc", "ssss", "cs'c's")


def play(key: str, number: int, **raw: object) -> Iterator[State]:
    """Play a random game of two and give each of its states."""
    game = registry.get_qwirkle(key)
    name = f"{key} {number}"
    drawing = SeededChance(rng_for(SEED, name, OPTIONS))
    options = game.draw_options(game.parse_options(raw), drawing)
    dealing = SeededChance(rng_for(SEED, name, DEAL))
    now = game.initial_step(2, options, dealing, seniority=(0, 1)).state
    bot, rng, ply = bots.get("random"), Rng(SEED, name), 0
    while (seat := game.to_move(now)) is not None:
        yield now
        move = game.automatic_move(now)
        if move is None:
            move = bot.choose(game.observe(now, seat, Phase.RUNNING), rng, game)
        now = game.apply(now, seat, move, SeededChance(rng_for(SEED, name, ply))).state
        ply += 1
    yield now


def median_s(game: Qwirkle, positions: Iterable[State]) -> tuple[float, float]:
    """Return the median CPU seconds of a move list, and how many moves there are on average."""
    spent, moves = [], 0
    for now in positions:
        seen = game.observe(now, now.to_move, Phase.RUNNING)
        spent.append(fastest_s(partial(game.legal_places, seen), repeats=3))
        moves += len(game.legal_places(seen))
    return median(spent), moves / len(spent)


def mid_game(key: str, **raw: object) -> list[State]:
    """Return positions with 20 to 80 placed tiles and six in hand, or more."""
    return [
        now
        for number in range(POSITION_GAMES)
        for now in play(key, number, **raw)
        if len(now.board) in MID_GAME and len(now.hands[now.to_move]) >= 6
    ]


def with_more(positions: Iterable[State], size: int) -> list[State]:
    """Return the positions with tiles out of the bag in the mover's hand."""
    return [
        now.but(hands=tuple(_filled(now, seat, size) for seat in range(len(now.hands))))
        for now in positions
        if len(now.bag) >= size
    ]


def _filled(now: State, seat: int, size: int) -> tuple[object, ...]:
    hand = now.hands[seat]
    return hand + now.bag[: size - len(hand)] if seat == now.to_move else hand


def report() -> Iterator[str]:
    """Give the figures line by line."""
    base = registry.get_qwirkle("qwirkle")
    positions = mid_game("qwirkle")
    base_s, moves = median_s(base, positions)
    yield f"  move list, base: median {base_s * 1e3:.2f} ms ({moves:.0f} moves)"
    for size in (7, 8, 9):
        spent_s, moves = median_s(base, with_more(positions, size))
        yield _against(f"{size} tiles in hand", spent_s, moves, base_s)
    for boards in BOARDS:
        game = registry.get_qwirkle("qwirkle+boards")
        spent_s, moves = median_s(game, mid_game(game.key, boards=boards))
        yield _against(f"boards {boards}", spent_s, moves, base_s)
    for key in registry.keys():  # noqa: SIM118 - a function of the registry
        start = time.process_time()
        plies = sum(1 for number in range(GAMES) for _ in play(key, number)) - GAMES
        spent_ms = (time.process_time() - start) / GAMES * 1e3
        verdict = "" if spent_ms <= GAME_MAX_MS else f", MORE THAN {GAME_MAX_MS}"
        yield f"  random game of two, {key}: {spent_ms:.0f} ms, {plies / GAMES:.0f} moves{verdict}"


def _against(name: str, spent_s: float, moves: float, base_s: float) -> str:
    ratio = spent_s / base_s
    verdict = "" if ratio <= RATIO_MAX else f", MORE THAN {RATIO_MAX}"
    return (
        f"  move list, {name}: median {spent_s * 1e3:.2f} ms ({moves:.0f} moves),"
        f" {ratio:.1f} x base{verdict}"
    )
