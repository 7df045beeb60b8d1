"""Whether a seat may make a move now, and what forbids it."""

from collections.abc import Callable, Sequence
from functools import partial

from games.core.errors import BadRequestError, IllegalMoveError
from games.core.types import Cell, Seat
from games.rules.qwirkle import movegen, placement, turn
from games.rules.qwirkle.module import Modules, Table
from games.rules.qwirkle.movegen import Placement
from games.rules.qwirkle.moves import Pass, Place, Trade
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile

SHORT_TRADE = "short_trade"
FREE_PASS = "free_pass"  # noqa: S105 - the key of an option

NO_TILES = "Name at least one tile"
WRONG_OPENER = "Another player opens the game"
OPENING_MUST_PLAY = "The first move lays tiles"
BAG_EMPTY = "The bag is empty"
BAG_HOLDS_ONE = "Only 1 tile is left in the bag"
BAG_HOLDS_FEW = "Only {count} tiles are left in the bag"
BAG_NOT_EMPTY = "While the bag holds tiles, play or trade"
TILE_FITS = "One of your tiles still fits"
NOT_YOUR_TURN = "It is not your turn"
GAME_OVER = "The game is over"
HAS_LEFT = "You have left this game"


def table_of(state: State, modules: Modules) -> Table:
    """Return what lies open."""
    return Table(state.options, state.board, modules.observe(state, None))


def allowed_places(
    table: Table, scores: Sequence[int], found: Sequence[Placement], modules: Modules
) -> list[Placement]:
    """Return the placements that no module forbids, their bonuses added."""
    is_first = not any(scores)
    return [
        Placement(tiles, score + modules.bonus(table, tiles))
        for tiles, score in found
        if all(modules.cell_allowed(table, cell) for _, cell in tiles)
        and not (is_first and modules.opening_fault(table, tiles))
    ]


def may_place(state: State, seat: Seat, modules: Modules) -> bool:
    """Return whether the seat has any legal placement."""
    if not modules.all:
        return movegen.may_place(state.board, state.hands[seat])
    found = movegen.placements(state.board, state.hands[seat])
    return bool(allowed_places(table_of(state, modules), state.scores, found, modules))


def may_pass(state: State, modules: Modules) -> bool:
    """Return whether the seat to move may pass."""
    return not state.bag and _is_accepted(partial(check_pass, state, state.to_move, modules))


def trade_max(state: State, modules: Modules) -> int:
    """Return the most tiles that the seat to move may trade; 0 when it may not."""
    seat = state.to_move
    hand = state.hands[seat]
    if not hand or not state.bag or state.opening_count:
        return 0
    if not _is_accepted(partial(modules.check_move, state, seat, Trade(hand[:1]))):
        return 0
    if state.options[SHORT_TRADE] == "partial":
        return len(hand)
    return min(len(hand), len(state.bag))


# In each check the refusals come in the order of docs/notation.md section 4.


def check_place(
    state: State, seat: Seat, move: Place, modules: Modules
) -> tuple[list[list[tuple[Tile, Cell]]], int]:
    """Refuse an illegal placement (rules 1.1.9, 1.3).

    Returns:
        The lines it makes, and the bonus that modules give for it.

    Raises:
        BadRequestError, IllegalMoveError: see `placement.check_placement` for most of the codes.
    """
    placed = move.tiles
    if not placed:
        raise BadRequestError("bad_request", NO_TILES)
    placement.check_in_hand(state.hands[seat], [tile for tile, _ in placed], placed=placed)
    table = table_of(state, modules) if modules.all else None
    is_on_board = partial(modules.cell_allowed, table) if table else None
    lines = placement.check_placement(state.board, placed, is_on_board=is_on_board)
    check_opener(state, seat)
    placement.check_opening(placed, state.opening_count)
    if table and not any(state.scores):
        fault = modules.opening_fault(table, placed)
        if fault is not None:
            raise fault
    check_turn(state, seat)
    modules.check_move(state, seat, move)
    return lines, modules.bonus(table, placed) if table else 0


def check_trade(state: State, seat: Seat, move: Trade, modules: Modules) -> None:
    """Refuse an illegal trade (rules 1.1.9, 1.5.33-36)."""
    if not move.tiles:
        raise BadRequestError("bad_request", NO_TILES)
    placement.check_in_hand(state.hands[seat], move.tiles)
    check_opener(state, seat)
    _check_no_opening(state)
    count = len(state.bag)
    if not count:
        raise IllegalMoveError("short_bag", BAG_EMPTY, count=0)
    if len(move.tiles) > count and state.options[SHORT_TRADE] == "refuse":
        sentence = BAG_HOLDS_ONE if count == 1 else BAG_HOLDS_FEW.format(count=count)
        raise IllegalMoveError("short_bag", sentence, count=count)
    check_turn(state, seat)
    modules.check_move(state, seat, move)


def check_pass(state: State, seat: Seat, modules: Modules) -> None:
    """Refuse an illegal pass (rules 1.1.9, 1.5.38, 1.5.39)."""
    check_opener(state, seat)
    _check_no_opening(state)
    if state.bag:
        raise IllegalMoveError("pass_not_allowed", BAG_NOT_EMPTY)
    if not state.options[FREE_PASS] and may_place(state, seat, modules):
        raise IllegalMoveError("pass_not_allowed", TILE_FITS)
    check_turn(state, seat)
    modules.check_move(state, seat, Pass())


def check_leave(state: State, seat: Seat) -> None:
    """Refuse to let a seat leave twice, or after the end."""
    if state.reason is not None:
        raise IllegalMoveError("game_over", GAME_OVER)
    if seat in state.left:
        raise IllegalMoveError("game_over", HAS_LEFT)


def check_opener(state: State, seat: Seat) -> None:
    """Refuse a first turn by anyone but the opener (rules 1.1.6)."""
    if seat != state.to_move and turn.is_first_turn(state):
        raise IllegalMoveError("wrong_opener", WRONG_OPENER)


def check_turn(state: State, seat: Seat) -> None:
    """Refuse a move out of turn; when the game is over there is no turn to wait for."""
    if state.reason is not None:
        raise IllegalMoveError("game_over", GAME_OVER)
    if seat != state.to_move:
        raise IllegalMoveError("not_your_turn", NOT_YOUR_TURN)


def _check_no_opening(state: State) -> None:
    if state.opening_count:
        raise IllegalMoveError("opening_must_play", OPENING_MUST_PLAY)


def _is_accepted(check: Callable[[], None]) -> bool:
    try:
        check()
    except IllegalMoveError:
        return False
    return True
