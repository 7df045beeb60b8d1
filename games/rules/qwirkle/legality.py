"""Whether a seat may make a move now, and what forbids it."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from games.core.errors import IllegalMoveError
from games.core.types import Cell, Seat
from games.rules.qwirkle import movegen, placement, turn
from games.rules.qwirkle.composition import Modules
from games.rules.qwirkle.module import Placed, Table
from games.rules.qwirkle.movegen import Placement
from games.rules.qwirkle.moves import AnyMove, Pass, Place, Trade
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile

FREE_PASS = "free_pass"  # noqa: S105 - the key of an option

WRONG_OPENER = "Another player opens the game"
OPENING_MUST_PLAY = "The first move lays tiles"
BAG_NOT_EMPTY = "While the bag holds tiles, play or trade"
TILE_FITS = "One of your tiles still fits"
NOT_YOUR_TURN = "It is not your turn"
GAME_OVER = "The game is over"
HAS_LEFT = "You have left this game"


def table_of(state: State, modules: Modules) -> Table:
    """Return what lies open."""
    return Table(state.options, state.board, modules.show(state))


def legal_places(table: Table, hand: Iterable[Tile], modules: Modules) -> list[Placement]:
    """Return the placements of this hand that no module forbids, their bonuses added."""
    if not modules.all:
        return movegen.placements(table.board, hand)
    hand = tuple(hand)
    opening_cells = modules.opening_cells(table)
    has_base_moves = table.board or opening_cells is None
    found = movegen.placements(table.board, hand) if has_base_moves else []
    if opening_cells is not None:
        found += movegen.free_placements(table.board, hand, sorted(opening_cells))
    region = modules.region(table.options)
    if region is not None:
        # The two ends decide, as no row of the region has a gap.
        found = [place for place in found if place[0][0][1] in region and place[0][-1][1] in region]
    barred = modules.barred(table)
    if barred:
        found = [place for place in found if barred.keys().isdisjoint(place.tiles)]
    bonuses = modules.bonuses(table.options)
    return _with_bonuses(found, bonuses) if bonuses else found


def _with_bonuses(found: list[Placement], bonuses: Mapping[Cell, int]) -> list[Placement]:
    places = []
    for place in found:
        bonus = 0
        for _, cell in place.tiles:
            if cell in bonuses:
                bonus += bonuses[cell]
        places.append(Placement(place.tiles, place.score + bonus) if bonus else place)
    return places


def may_place(state: State, seat: Seat, modules: Modules) -> bool:
    """Return whether the seat has any legal placement.

    One tile decides: where several can be laid, so can the one of them that touches the table.
    """
    board, hand = state.board, state.hands[seat]
    if not modules.all:
        return movegen.may_place(board, hand)
    table = table_of(state, modules)
    opening_cells = modules.opening_cells(table)
    if opening_cells is not None and movegen.may_place_free(board, hand, opening_cells):
        return True
    region = modules.region(table.options)
    return movegen.may_place(board, hand, region=region, barred=modules.barred(table))


def may_pass(state: State, modules: Modules) -> bool:
    """Return whether the seat to move may pass."""
    if state.bag and state.hands[state.to_move]:
        return False
    return _is_accepted(partial(check_pass, state, state.to_move, modules))


def trade_max(state: State, modules: Modules) -> int:
    """Return the most tiles that the seat to move may trade; 0 when it may not."""
    seat = state.to_move
    hand = state.hands[seat]
    if not hand or not state.bag or state.opening_count:
        return 0
    if not _is_accepted(partial(_check_module_rules, state, seat, Trade(hand[:1]), modules)):
        return 0
    if state.options[turn.SHORT_TRADE] == "partial":
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
    placement.check_named(placed)
    placement.check_in_hand(state.hands[seat], [tile for tile, _ in placed], placed=placed)
    table = table_of(state, modules)
    lines = check_tiles(table, placed, modules)
    check_opener(state, seat, modules)
    placement.check_opening(placed, state.opening_count)
    check_turn(state, seat)
    _check_module_rules(state, seat, move, modules)
    return lines, modules.bonus(state.options, placed)


def check_tiles(table: Table, placed: Placed, modules: Modules) -> list[list[tuple[Tile, Cell]]]:
    """Refuse a placement that is illegal whoever makes it; return the lines it makes.

    Raises:
        IllegalMoveError: ``cell_taken`` for what a module bars; then as
            `placement.check_placement`.
    """
    _check_barred(modules.barred(table), placed)
    return placement.check_placement(
        table.board,
        placed,
        region=modules.region(table.options),
        opening_cells=modules.opening_cells(table),
    )


def _check_barred(barred: Mapping[tuple[Tile, Cell], str], placed: Placed) -> None:
    cells = [cell for tile, cell in placed if (tile, cell) in barred]
    if cells:
        sentence = next(barred[one] for one in placed if one in barred)
        raise IllegalMoveError("cell_taken", sentence, cells=cells)


def check_trade(state: State, seat: Seat, move: Trade, modules: Modules) -> None:
    """Refuse an illegal trade (rules 1.1.9, 1.5.33-36)."""
    placement.check_named(move.tiles)
    placement.check_in_hand(state.hands[seat], move.tiles)
    check_opener(state, seat, modules)
    _check_no_opening(state)
    turn.check_bag(state, move.tiles)
    check_turn(state, seat)
    _check_module_rules(state, seat, move, modules)


def check_pass(state: State, seat: Seat, modules: Modules) -> None:
    """Refuse an illegal pass (rules 1.1.9, 1.5.38, 1.5.39).

    Who has no tiles passes until the end, even if the bag fills again (rules 2.2.24).
    """
    check_opener(state, seat, modules)
    _check_no_opening(state)
    if state.bag and state.hands[seat]:
        raise IllegalMoveError("pass_not_allowed", BAG_NOT_EMPTY)
    if not state.options[FREE_PASS] and may_place(state, seat, modules):
        raise IllegalMoveError("pass_not_allowed", TILE_FITS)
    check_turn(state, seat)
    _check_module_rules(state, seat, Pass(), modules)


def check_own_move(state: State, seat: Seat, move: AnyMove, modules: Modules) -> None:
    """Refuse a module's move out of turn, or where another module forbids it."""
    check_opener(state, seat, modules)
    check_turn(state, seat)
    _check_module_rules(state, seat, move, modules)


def check_leave(state: State, seat: Seat) -> None:
    """Refuse to let a seat leave twice, or after the end."""
    if state.reason is not None:
        raise IllegalMoveError("game_over", GAME_OVER)
    if seat in state.left:
        raise IllegalMoveError("game_over", HAS_LEFT)


def check_opener(state: State, seat: Seat, modules: Modules) -> None:
    """Refuse a first turn by anyone but the opener (rules 1.1.6, 4.2.16)."""
    if seat != state.to_move and turn.is_first_turn(state, modules):
        raise IllegalMoveError("wrong_opener", WRONG_OPENER)


def check_turn(state: State, seat: Seat) -> None:
    """Refuse a move out of turn; when the game is over there is no turn to wait for."""
    if state.reason is not None:
        raise IllegalMoveError("game_over", GAME_OVER)
    if seat != state.to_move:
        raise IllegalMoveError("not_your_turn", NOT_YOUR_TURN)


def _check_module_rules(state: State, seat: Seat, move: AnyMove, modules: Modules) -> None:
    modules.check_move(state, seat, move, partial(may_place, state, seat, modules))


def _check_no_opening(state: State) -> None:
    if state.opening_count:
        raise IllegalMoveError("opening_must_play", OPENING_MUST_PLAY)


def _is_accepted(check: Callable[[], None]) -> bool:
    try:
        check()
    except IllegalMoveError:
        return False
    return True
