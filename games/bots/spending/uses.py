"""The best use of each power in a turn, and what it gains."""

from collections.abc import Callable, Iterable, Mapping

from games.bots.bot import tiles_left
from games.bots.leave import SETS, leave_of
from games.bots.scene import STAR, Scene
from games.bots.spending.row import best_row
from games.bots.spending.turn import Turn, Use, missing
from games.bots.spending.twice import first_of_two
from games.core.types import Cell
from games.rules.qwirkle.board import BITS, Board, lines_through
from games.rules.qwirkle.modules.boards.moves import UseStar
from games.rules.qwirkle.moves import ModuleMove
from games.rules.qwirkle.powers.draw3 import EXTRA_TILES
from games.rules.qwirkle.powers.moves import (
    Power,
    UseAgain,
    UseAsk,
    UseDraw3,
    UseSingles,
    UseTake,
    UseTrade,
)
from games.rules.qwirkle.powers.trade import EXCHANGE_ORDER
from games.rules.qwirkle.tiles import Tile

SAMPLES = 8
"""Draws that an average is taken over; its error is then about a point."""

KEPT_SETS = 3
"""Sets of tiles that may be kept in a trade, the largest first."""

DRAWN = 1.5
"""Points that one tile more in hand adds to a turn on average."""

ASKED = 4
"""Tiles to ask for that are judged in full: those of which most points are expected."""

WANTED = 8
FREED = 6
"""Cells to take from that are looked at: those whose tile makes most points in the hand, and those
where a tile laid anew scores most."""

TAKEN = 5
"""Those of them that are judged in full: after which most points can be made."""


def best_use(turn: Turn, power: Power) -> Use | None:
    """Return the best use of a power that is usable now; None when it is better not used."""
    return _USES[power](turn)


def ask(turn: Turn) -> Use | None:
    """Return for which tile to ask: gain times the chance that somebody holds it.

    If nobody does, a tile is drawn (rules 2.2.17), which gains what tiles do on average.
    """
    scene, counting = turn.scene, turn.counting
    drawn = DRAWN if scene.seen.bag_count else 0.0
    gains: dict[Tile, float] = {
        kind: turn.points_with(kind) - turn.points for kind in turn.wanted(counting.unseen)
    }

    def expected(kind: Tile) -> float:
        chance = counting.any_held(BITS[kind])
        return chance * gains[kind] + (1 - chance) * drawn

    for kind in sorted(gains, key=lambda kind: (-expected(kind), kind))[:ASKED]:
        gains[kind] = turn.judge.turn(scene.with_hand((*scene.hand, kind))) - turn.plain
    best = max(sorted(gains), key=expected, default=None)
    return None if best is None else Use(UseAsk(best), expected(best))


def draw3(turn: Turn) -> Use:
    """Return what three tiles more are worth: the best of nine instead of six."""
    return Use(UseDraw3(), turn.mean_with(turn.scene, EXTRA_TILES, SAMPLES) - turn.plain)


def singles(turn: Turn) -> Use | None:
    """Return the best three tiles one by one."""
    row = best_row(turn.scene, turn.judge)
    return Use(UseSingles(row.laid), row.worth - turn.plain) if row.laid else None


def again(turn: Turn) -> Use | None:
    """Return what a second turn is worth, the first one made with it in mind."""
    first = first_of_two(turn)
    return first and Use(UseAgain(), first.worth - turn.plain)


def trade(turn: Turn) -> Use | None:
    """Return which tiles to exchange: all but those of one line."""
    scene = turn.scene
    most = trade_limit(scene)
    if not scene.seen.bag_count or not most:
        return None
    best: Use | None = None
    for kept in sorted(keepable(scene.hand), key=_by_size)[:KEPT_SETS]:
        given = tiles_left(scene.hand, kept)[:most]
        rest = tiles_left(scene.hand, given)
        due = min(len(given), missing(rest))
        gain = turn.mean_with(scene.with_hand(rest), due, SAMPLES) - turn.plain
        if best is None or gain > best.gain:
            best = Use(UseTrade(given), gain)
    return best


def take(turn: Turn) -> Use | None:
    """Return which tile to take with the power."""
    return _best_taken(turn, "take", UseTake)


def star(turn: Turn) -> Use | None:
    """Return which tile to take with a star disc."""
    return _best_taken(turn, STAR, UseStar)


def _best_taken(turn: Turn, name: str, move: Callable[[Cell], ModuleMove]) -> Use | None:
    cells = _worth_a_look(turn, turn.scene.takeable(name))
    scenes = {cell: turn.scene.lifted(cell, name) for cell in cells}
    points = {cell: scene.most_points() for cell, scene in scenes.items()}
    cells = sorted(scenes, key=lambda cell: (-points[cell], cell))[:TAKEN]
    worths = {cell: turn.judge.turn(scenes[cell]) for cell in cells}
    if not worths:
        return None
    best = max(cells, key=lambda cell: worths[cell])
    return Use(move(best), worths[best] - turn.plain)


def _worth_a_look(turn: Turn, cells: tuple[Cell, ...]) -> list[Cell]:
    """Return the cells from which taking is most promising, found without lifting any tile."""
    board = turn.scene.board
    points = {kind: turn.points_with(kind) for kind in turn.wanted(board[cell] for cell in cells)}
    by_place = sorted(cells, key=lambda cell: (-_touching(board, cell), cell))
    by_tile = sorted(by_place, key=lambda cell: -points.get(board[cell], 0))
    return list(dict.fromkeys(by_tile[:WANTED] + by_place[:FREED]))


def _touching(board: Board, cell: Cell) -> int:
    """Return how many tiles there are in both lines through an occupied cell, itself left out."""
    return sum(len(line) - 1 for line in lines_through(board, ((board[cell], cell),)))


_USES: Mapping[Power, Callable[[Turn], Use | None]] = {
    "ask": ask,
    "draw3": draw3,
    "singles": singles,
    "again": again,
    "trade": trade,
    "take": take,
    STAR: star,
}


def trade_limit(scene: Scene) -> int:
    """Return the most tiles that may be exchanged with the power (rules 2.6.46, 3.11)."""
    seen = scene.seen
    if seen.options[EXCHANGE_ORDER] == "return_first":
        return len(scene.hand)
    return min(len(scene.hand), seen.bag_count)


def keepable(hand: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Return what may be worth keeping in a trade: the tiles of one line, no two alike."""
    lines: Iterable[set[Tile]] = ({tile for tile in hand if BITS[tile] & line} for line in SETS)
    kept = {tuple(sorted(line)) for line in lines}
    return sorted(line for line in kept if len(line) < len(hand))


def _by_size(kept: tuple[Tile, ...]) -> tuple[int, float]:
    return -len(kept), -leave_of(kept).worth
