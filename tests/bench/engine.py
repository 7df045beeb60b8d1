"""CPU figures of the rules engine: move lists, one submitted move, whole games."""

import time
from collections.abc import Callable, Iterator
from functools import partial

from games.core.rng import SeededChance, rng_for
from games.core.types import Phase
from games.rules import registry
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.movegen import Placement, placements
from games.rules.qwirkle.moves import AnyMove, Pass, Place, Trade
from games.rules.qwirkle.placement import check_placement
from games.rules.qwirkle.scoring import score_placement
from games.rules.qwirkle.state import Observation, State
from games.rules.qwirkle.tiles import Tile

SEED = bytes(range(32))
QWIRKLE = registry.get_qwirkle("qwirkle")
GAMES = 40
REPEATS = 5
MID_GAME = range(20, 81)
"""Tiles on the board."""


def greedy(seen: Observation) -> AnyMove:
    """Return the placement with most points, else a trade, else a pass."""
    found = QWIRKLE.legal_places(seen)
    if found:
        return Place(max(found, key=_points).tiles)
    return Trade(seen.hand[: seen.trade_max]) if seen.hand and seen.trade_max else Pass()


def _points(option: Placement) -> int:
    return option.score


def play(game_id: str, seats: int = 2) -> Iterator[State]:
    """Play a greedy game through the real ruleset and give each of its states."""
    dealing = QWIRKLE.initial_step(
        seats,
        QWIRKLE.parse_options({}),
        SeededChance(rng_for(SEED, game_id, -1)),
        seniority=range(seats),
    )
    now, ply = dealing.state, 0
    while (seat := QWIRKLE.to_move(now)) is not None:
        yield now
        move = QWIRKLE.automatic_move(now)
        if move is None:
            move = greedy(QWIRKLE.observe(now, seat, Phase.RUNNING))
        now = QWIRKLE.apply(now, seat, move, SeededChance(rng_for(SEED, game_id, ply))).state
        ply += 1
    yield now


def mid_game() -> list[State]:
    """Return positions with six tiles in hand and 20 to 80 on the board."""
    return [
        now
        for number in range(12)
        for now in play(f"positions/{number}")
        if len(now.board) in MID_GAME and len(now.hands[now.to_move]) == 6
    ]


def crowded() -> list[tuple[str, Board, tuple[Tile, ...]]]:
    """Return positions in which thousands of moves exist."""
    red = tuple(map(Tile, range(6)))
    row = {(x, 0): red[x] for x in range(3)}
    comb = row | {(x, y): Tile(6 * y + x) for x in (0, 2) for y in (1, 2)}
    return [
        ("three tiles in a row, a whole colour in hand", Board(row), red),
        ("a comb of seven tiles, a whole colour in hand", Board(comb), red),
        ("two tiles, a whole colour in hand", Board({(0, 0): red[0], (1, 0): red[1]}), red),
    ]


def fastest_s(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the least CPU seconds of a few runs: what the machine can do undisturbed."""
    least = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def report() -> Iterator[str]:
    """Give the figures line by line."""
    positions = mid_game()
    yield from _move_lists(positions)
    for name, board, hand in crowded():
        count = len(placements(board, hand))
        spent_s = fastest_s(partial(placements, board, hand))
        yield f"  {count} moves ({name}): {spent_s * 1e3:.1f} ms"
    yield from _submitted_moves(positions)
    yield from _games()


def _move_lists(positions: list[State]) -> Iterator[str]:
    spent = sorted(
        fastest_s(partial(placements, now.board, now.hands[now.to_move])) for now in positions
    )
    moves = sum(len(placements(now.board, now.hands[now.to_move])) for now in positions)
    mean, p95 = sum(spent) / len(spent), spent[int(len(spent) * 0.95)]
    yield (
        f"  move list, {len(spent)} mid-game positions of {moves / len(spent):.0f} moves:"
        f" mean {mean * 1e3:.2f} ms, p95 {p95 * 1e3:.2f} ms, max {spent[-1] * 1e3:.2f} ms"
    )


def _submitted_moves(positions: list[State]) -> Iterator[str]:
    judged_s = applied_s = 0.0
    count = 0
    for now in positions:
        seat = now.to_move
        move = greedy(QWIRKLE.observe(now, seat, Phase.RUNNING))
        if not isinstance(move, Place):
            continue
        count += 1
        judged_s += fastest_s(partial(_judge, now, move))
        luck = SeededChance(rng_for(SEED, "bench", 0))
        applied_s += fastest_s(partial(QWIRKLE.apply, now, seat, move, luck))
    yield f"  judge and score one placement: {judged_s / count * 1e6:.0f} us"
    yield f"  apply one placement, new state and events included: {applied_s / count * 1e6:.0f} us"
    saved_s = fastest_s(lambda: [QWIRKLE.encode_state(now) for now in positions])
    yield f"  encode a state: {saved_s / len(positions) * 1e6:.0f} us"
    coded = [QWIRKLE.encode_state(now) for now in positions]
    loaded_s = fastest_s(lambda: [QWIRKLE.decode_state(data) for data in coded])
    yield f"  decode a state: {loaded_s / len(positions) * 1e6:.0f} us"


def _judge(now: State, move: Place) -> int:
    check_placement(now.board, move.tiles)
    return score_placement(now.board, move.tiles).points


def _games() -> Iterator[str]:
    for seats in (2, 4):
        start = time.process_time()
        turns = sum(1 for number in range(GAMES) for _ in play(f"speed/{number}", seats)) - GAMES
        spent_s = time.process_time() - start
        yield (
            f"  greedy games of {seats} through the ruleset: {GAMES / spent_s:.0f} a CPU second"
            f" ({turns / GAMES:.0f} turns a game, {spent_s / turns * 1e6:.0f} us a turn)"
        )
