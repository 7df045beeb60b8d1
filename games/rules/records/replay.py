"""Playing a record of Qwirkle through, move by move, without a random number."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from games.core.errors import BadRequestError, DomainError, IllegalMoveError
from games.core.types import Cell, EndReason, Seat
from games.rules import registry
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.moves import AnyMove, Leave
from games.rules.qwirkle.notation import parse_all_placed, parse_tiles
from games.rules.qwirkle.opening import OPENER_TIE, largest_seats
from games.rules.qwirkle.powers.ask import asked_seats
from games.rules.qwirkle.powers.moves import UseAsk
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import COPIES, HAND_SIZE, KINDS, Tile, tile_text
from games.rules.records.chance import RecordedChance
from games.rules.records.form import Record, RecordMove
from games.rules.records.jsonform import refuse


@dataclass(frozen=True, slots=True)
class Replayed:
    """One move of the record, as it went.

    Attributes:
        move: the notation, canonical.
        score: what the mover gained, the bonus for going out included.
        total: the mover's points after it.
        drew: what the mover drew, in order.
        hand_sizes: tiles by seat after the move.
        bag_count: tiles left in the bag after it.
        tokens: powers by seat after it; None in a game without any.
        gave, gave_drew: the seat that gave a tile when asked, and what it drew.
    """

    seat: Seat
    move: str
    score: int
    total: int
    drew: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    bag_count: int
    tokens: tuple[tuple[str, ...], ...] | None = None
    gave: Seat | None = None
    gave_drew: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through.

    Attributes:
        start: the state before the first move.
        state: the state at the end, passes without alternative included.
        winners: empty while the game runs.
        reason: None while it runs.
    """

    start: State
    steps: tuple[Replayed, ...]
    state: State
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: EndReason | None


def replay(record: Record) -> Replay:
    """Play a record through.

    A pass without alternative may be missing from the moves: as the site does, it is made by
    itself (rules 1.5.38), and it is no step.

    Raises:
        DomainError: the first broken rule in the order of docs/notation.md section 4; ``step``
            in its detail is the index of the move at fault.
    """
    ruleset = qwirkle_ruleset(record.ruleset)
    start = state = start_state(record, ruleset)
    steps = []
    for number, move in enumerate(record.moves):
        try:
            state, step = _play(ruleset, state, move)
        except DomainError as error:
            error.detail["step"] = number
            raise
        steps.append(step)
    state = _with_passes(ruleset, state)
    result = ruleset.result(state)
    return Replay(
        start=start,
        steps=tuple(steps),
        state=state,
        scores=result.scores if result else state.scores,
        winners=result.winners if result else (),
        reason=result.reason if result else None,
    )


def qwirkle_ruleset(key: str) -> Qwirkle:
    """Return the Qwirkle ruleset of this key.

    Raises:
        BadRequestError: ``bad_request`` for another game or a module that is not here.
    """
    if key not in registry.keys():  # noqa: SIM118 - a function of the registry, not a dict's
        refuse(f"There is no ruleset “{key[:80]}” here.")
    ruleset = registry.get(key)
    if not isinstance(ruleset, Qwirkle):
        refuse("This is for Qwirkle only.")
    return ruleset


def start_state(record: Record, ruleset: Qwirkle) -> State:
    """Return the state from which the record begins.

    Before the first placement the opener is checked; on an empty board he has to open.

    Raises:
        DomainError: ``bad_request``, ``unknown_tile``, ``unknown_option``, ``too_many_copies``,
            ``cell_taken``, ``cell_off_board`` or ``wrong_opener``.
    """
    if len(record.seats) not in ruleset.seat_counts:
        refuse(f"{len(record.seats)} seats are too few or too many for this game.")
    if record.hands is None or record.bag is None or None in record.hands:
        refuse("Only a record with all hands and the bag can be played through.")
    placed = parse_all_placed(record.board)
    hands = tuple(parse_tiles(hand or ()) for hand in record.hands)
    bag = tuple(map(ruleset.parse_bag_tile, record.bag))
    options = ruleset.parse_options(record.options)
    open_option = ruleset.open_option(options)
    if open_option is not None:
        refuse(f"The record has to tell the option “{open_option}”.")
    for tile in bag:
        if tile >= len(KINDS) and tile not in ruleset.modules.bag_extras(options):
            refuse(f"By the options there is no “{ruleset.bag_tile_text(tile)}” in the bag.")
    check_copies([tile for tile, _ in placed], *hands, bag)
    board = board_of(placed)
    check_region(board, ruleset.region(options))
    state = ruleset.state_at(options, hands=hands, bag=bag, opener=record.opener, board=board)
    if record.tokens is not None:
        state = _with_tokens(ruleset, state, record.tokens)
    is_start = board.keys() == set(ruleset.modules.start_cells(options))
    if is_start and all(len(hand) == HAND_SIZE for hand in hands):
        _check_opener(state, has_moves=bool(record.moves))
    return state


def _with_tokens(ruleset: Qwirkle, state: State, tokens: tuple[tuple[str, ...], ...]) -> State:
    found = ruleset.hold(state, tuple(tuple(map(str.lower, powers)) for powers in tokens))
    if found is None:
        refuse("This ruleset has no tokens.")
    return found


def check_region(board: Mapping[Cell, Tile], region: frozenset[Cell] | None) -> None:
    """Refuse a board with a tile outside its edge.

    Raises:
        IllegalMoveError: ``cell_off_board``.
    """
    outside = [] if region is None else [cell for cell in board if cell not in region]
    if outside:
        raise IllegalMoveError("cell_off_board", "A tile lies outside the boards.", cells=outside)


def board_of(placed: tuple[tuple[Tile, tuple[int, int]], ...]) -> Board:
    """Return a board that holds these tiles.

    Raises:
        IllegalMoveError: ``cell_taken`` when two of them lie on one cell.
    """
    counts = Counter(cell for _, cell in placed)
    twice = [cell for cell, count in counts.items() if count > 1]
    if twice:
        raise IllegalMoveError("cell_taken", "Two tiles lie on one cell of the board.", cells=twice)
    return Board((cell, tile) for tile, cell in placed)


def check_copies(*groups: tuple[Tile, ...] | list[Tile]) -> None:
    """Refuse tiles that together hold more copies of a kind than exist (rules 1.1.1).

    Raises:
        BadRequestError: ``too_many_copies``.
    """
    counts = Counter(tile for group in groups for tile in group)
    for tile, count in counts.items():
        most = COPIES if tile < len(KINDS) else 1
        if count > most:
            name = tile_text(tile) if tile < len(KINDS) else "an action tile"
            raise BadRequestError(
                "too_many_copies", f"There are only {most} of {name}, not {count}."
            )


def _check_opener(state: State, *, has_moves: bool) -> None:
    """Refuse an opener whose largest set is not among the largest (rules 1.1.6, 1.1.7)."""
    tied = largest_seats(state.hands)
    may_open = tied[:1] if state.options[OPENER_TIE] == "seat" else tied
    if state.opener not in may_open:
        names = " or ".join(str(seat) for seat in may_open)
        error = IllegalMoveError(
            "wrong_opener", f"Seat {names} opens, for it holds the largest set."
        )
        if has_moves:
            error.detail["step"] = 0
        raise error


def _play(ruleset: Qwirkle, state: State, told: RecordMove) -> tuple[State, Replayed]:
    move = ruleset.parse_move(told.move)
    seat = told.seat
    giver = _giver(state, seat, move)
    # Who gives a tile draws one, and the mover does not (rules 2.2.16).
    drew, undue = (told.drew, told.gave_drew) if giver is None else (told.gave_drew, told.drew)
    chance = RecordedChance(None if drew is None else tuple(map(ruleset.parse_bag_tile, drew)))
    if not isinstance(move, Leave) and ruleset.to_move(state) != seat:
        state = _with_passes(ruleset, state, until=seat)
    if ruleset.to_move(state) is None:
        raise IllegalMoveError("game_over", "The game was over before this move.")
    step = ruleset.apply(state, seat, move, chance)
    total = step.state.scores[seat]
    _check_points(told, step.points, total)
    if chance.is_wrong or undue:
        raise IllegalMoveError(
            "bag_mismatch", "The tiles drawn are not those that were due from the bag."
        )
    if told.gave is not None and told.gave != giver:
        raise IllegalMoveError("bag_mismatch", "Another seat, or none, gave the tile asked for.")
    drawn = tuple(ruleset.bag_tile_text(Tile(tile)) for tile in chance.drawn)
    return step.state, Replayed(
        seat=seat,
        move=ruleset.format_move(move),
        score=step.points,
        total=total,
        drew=drawn if giver is None else (),
        hand_sizes=tuple(len(hand) for hand in step.state.hands),
        bag_count=len(step.state.bag),
        tokens=ruleset.held(step.state),
        gave=giver,
        gave_drew=() if giver is None else drawn,
    )


def _giver(state: State, seat: Seat, move: AnyMove) -> Seat | None:
    """Return the seat that will give a tile when this move asks for one."""
    return asked_seats(state, seat, move.tile)[1] if isinstance(move, UseAsk) else None


def _check_points(told: RecordMove, points: int, total: int) -> None:
    if told.score is not None and told.score != points:
        raise IllegalMoveError("score_mismatch", f"This move scores {points}, not {told.score}.")
    if told.total is not None and told.total != total:
        raise IllegalMoveError("score_mismatch", f"The total is {total}, not {told.total}.")


def _with_passes(ruleset: Qwirkle, state: State, *, until: Seat | None = None) -> State:
    """Return the state after the passes that nobody has to make by hand (rules 1.5.38)."""
    seat = ruleset.to_move(state)
    while seat is not None and seat != until:
        move = ruleset.automatic_move(state)
        if move is None:
            break
        state = ruleset.apply(state, seat, move, RecordedChance()).state
        seat = ruleset.to_move(state)
    return state
