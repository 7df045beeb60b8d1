"""The end of a game between two: the bag is empty, so both hands are known by counting."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.bots.bot import tiles_left
from games.core.types import Cell
from games.rules.qwirkle.board import Board, as_board
from games.rules.qwirkle.movegen import Placement, placements
from games.rules.qwirkle.tiles import Tile

OUT_BONUS = 6
"""Points for placing one's last tile (rules 1.6.40)."""

ROOT_WIDTH = 20
LATER_WIDTH = 8
"""How many placements are looked at, those with most points first: now, and later on."""

FEW_TILES = 5
"""With so few tiles in both hands together, all placements are looked at."""

NODE_LIMIT = 60
"""Move lists made for one decision. A count, not a clock: the choice is the same on any machine."""

_INFINITE = 10_000

type Generate = Callable[[Board, tuple[Tile, ...]], list[Placement]]
"""What makes the legal placements of a hand on a board."""


class _Position(NamedTuple):
    """A position with open hands.

    Attributes:
        laid: what was laid since the root; with the root's board it fixes the board.
        mine: tiles of the player to move, sorted.
        theirs: tiles of the other player, sorted.
        is_after_pass: whether the other player has just passed; another pass ends the game.
    """

    board: Board
    laid: frozenset[tuple[Tile, Cell]]
    mine: tuple[Tile, ...]
    theirs: tuple[Tile, ...]
    is_after_pass: bool = False


class _NodeLimitError(Exception):
    """The node limit is reached."""


def best_placement(
    board: Mapping[Cell, Tile],
    mine: tuple[Tile, ...],
    theirs: tuple[Tile, ...],
    node_limit: int = NODE_LIMIT,
    generate: Generate | None = None,
) -> Placement | None:
    """Return the placement after which the mover wins most points over the other, or None.

    Looks ahead one level further at a time until everything is seen or ``node_limit`` is reached;
    beyond the last level both sides are taken to play for the points of the turn. Powers that are
    still held are not foreseen.

    Args:
        generate: the legal placements where modules change them.
    """
    return _Search(node_limit, generate or placements).best(
        _Position(as_board(board), frozenset(), tuple(sorted(mine)), tuple(sorted(theirs)))
    )


class _Search:
    """Alpha-beta by iterative deepening over the best-scoring placements of each position."""

    def __init__(self, node_limit: int, generate: Generate) -> None:
        self._generate = generate
        self._left = node_limit
        self._known: dict[tuple[frozenset[tuple[Tile, Cell]], tuple[Tile, ...]], list[Placement]]
        self._known = {}
        self._is_cut = False

    def best(self, root: _Position) -> Placement | None:
        moves = self._moves(root)[: _width(root)]
        depth = 1
        while len(moves) > 1:
            self._is_cut = False
            moves = self._ranked(root, moves, depth)
            if not self._is_cut or not self._left:
                break
            depth += 1
        return moves[0] if moves else None

    def _ranked(self, root: _Position, moves: list[Placement], depth: int) -> list[Placement]:
        """Return the moves, best first as far as alpha-beta tells them apart.

        When the nodes run out, moves not yet looked at stay behind those that were: the best move
        of the level before was looked at first, so the front can only have improved.
        """
        alpha = -_INFINITE
        values = []
        try:
            for move in moves:
                values.append(self._after(root, move, depth, alpha, _INFINITE))
                alpha = max(alpha, values[-1])
        except _NodeLimitError:
            pass
        order = sorted(range(len(values)), key=lambda index: -values[index])
        return [moves[index] for index in order] + moves[len(values) :]

    def _after(
        self, position: _Position, move: Placement, depth: int, alpha: int, beta: int
    ) -> int:
        """Return what the mover wins over the other from this move on."""
        points = points_of(move, position.mine)
        if len(move.tiles) == len(position.mine):
            return points
        return points - self._value(_next(position, move), depth - 1, points - beta, points - alpha)

    def _value(self, position: _Position, depth: int, alpha: int, beta: int) -> int:
        if depth == 0:
            return self._played_out(position)
        moves = self._moves(position)
        if not moves:
            if position.is_after_pass:
                return 0
            return -self._value(_passed(position), depth, -beta, -alpha)
        best = -_INFINITE
        for move in moves[: _width(position)]:
            best = max(best, self._after(position, move, depth, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _played_out(self, position: _Position) -> int:
        """Return what the mover wins when both take the most points they can get each turn."""
        margin, sign = 0, 1
        while True:
            moves = self._moves(position)
            if moves:
                self._is_cut = self._is_cut or len(moves) > 1
                margin += sign * points_of(moves[0], position.mine)
                if len(moves[0].tiles) == len(position.mine):
                    return margin
                position = _next(position, moves[0])
            elif position.is_after_pass:
                return margin
            else:
                position = _passed(position)
            sign = -sign

    def _moves(self, position: _Position) -> list[Placement]:
        key = (position.laid, position.mine)
        moves = self._known.get(key)
        if moves is None:
            if self._left == 0:
                raise _NodeLimitError
            self._left -= 1
            hand = position.mine
            moves = sorted(
                self._generate(position.board, hand),
                key=lambda move: (-points_of(move, hand), move.tiles),
            )
            self._known[key] = moves
        return moves


def points_of(move: Placement, hand: tuple[Tile, ...]) -> int:
    """Return the points of a placement with an empty bag, those for going out included."""
    return move.score + (OUT_BONUS if len(move.tiles) == len(hand) else 0)


def _next(position: _Position, move: Placement) -> _Position:
    return _Position(
        position.board.with_tiles(move.tiles),
        position.laid | frozenset(move.tiles),
        position.theirs,
        tiles_left(position.mine, (tile for tile, _ in move.tiles)),
    )


def _passed(position: _Position) -> _Position:
    return _Position(position.board, position.laid, position.theirs, position.mine, True)


def _width(position: _Position) -> int | None:
    if len(position.mine) + len(position.theirs) <= FEW_TILES:
        return None
    return LATER_WIDTH if position.laid else ROOT_WIDTH
