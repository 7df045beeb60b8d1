"""The base game and its modules as one `Ruleset`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.core.chance import Chance
from games.core.errors import BadRequestError
from games.core.events import Event
from games.core.options import choice, parse_options, switch, whole
from games.core.types import Cell, Phase, Seat
from games.rules.qwirkle import codec, legality, notation, turn
from games.rules.qwirkle.board import QWIRKLE, as_board
from games.rules.qwirkle.composition import Modules
from games.rules.qwirkle.module import Held, Placed, RuleModule, Table
from games.rules.qwirkle.movegen import Placement
from games.rules.qwirkle.moves import AnyMove, Leave, ModuleMove, Pass, Place, Trade
from games.rules.qwirkle.opening import (
    OPENER_TIE,
    OPENING,
    choose_opener,
    largest_seats,
    largest_set,
)
from games.rules.qwirkle.placement import check_opening
from games.rules.qwirkle.scoring import Score, points_of, score_placement
from games.rules.qwirkle.state import Observation, State
from games.rules.qwirkle.tiles import HAND_SIZE, Tile, full_set, tile_text
from games.rules.ruleset import Result, Step

OPTIONS = {
    OPENER_TIE: choice("random", "oldest", "seat"),
    OPENING: choice("largest", "free"),
    turn.SHORT_TRADE: choice("refuse", "partial"),
    legality.FREE_PASS: switch(),
    turn.STALEMATE_ROUNDS: whole(4, 0, 20),
}

UNKNOWN_MOVE = "This game has no such move"


class Qwirkle:
    """Base Qwirkle with any modules; implements `Ruleset` and the modules' `Game`."""

    version = 1
    seat_counts = range(2, 5)

    def __init__(self, modules: Iterable[RuleModule] = ()) -> None:
        self.modules = Modules(modules)
        self.key = "+".join(["qwirkle", *(module.key for module in self.modules.all)])

    # Options and the deal

    def parse_options(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the complete options. Raises BadRequestError ``unknown_option``."""
        return parse_options(OPTIONS | self.modules.options, raw)

    def draw_options(self, options: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Return the options with everything decided that they leave to chance."""
        return self.modules.draw_options(options, chance)

    def initial_step(
        self, seats: int, options: Mapping[str, Any], chance: Chance, *, seniority: Sequence[Seat]
    ) -> Step[State]:
        """Deal six tiles to each seat, choose the opener and fill the bag (rules 1.1).

        Nothing may be left to chance in the options; see `draw_options`.
        """
        if seats not in self.seat_counts:
            raise BadRequestError("bad_request", "Qwirkle is for 2 to 4 players")
        cells = self.modules.start_cells(options)
        # Tiles that begin on the board are drawn before the hands (rules 4.2.17).
        start, bag = chance.draw(chance.shuffled(full_set()), len(cells))
        board = dict(zip(cells, start, strict=True))
        hands = []
        for _ in range(seats):
            hand, bag = chance.draw(bag, HAND_SIZE)
            hands.append(hand)
        tied = largest_seats(hands)
        opener = choose_opener(tied, options[OPENER_TIE], chance, seniority)
        extras = self.modules.bag_extras(options)
        if extras:
            bag = chance.put_back(bag, extras)
        state = self.state_at(options, hands=tuple(hands), bag=bag, opener=opener, board=board)
        sizes = [largest_set(hand) for hand in hands]
        events = [
            Event(
                "tiles_drawn",
                seat,
                {"count": len(hand)},
                {seat: {"tiles": [tile_text(tile) for tile in hand]}},
            )
            for seat, hand in enumerate(hands)
        ]
        opening = {"sizes": sizes, "tied": list(tied), "count": state.opening_count}
        events.append(Event("opener_chosen", opener, opening))
        return Step(state, tuple(events))

    def state_at(
        self,
        options: Mapping[str, Any],
        *,
        hands: tuple[tuple[Tile, ...], ...],
        bag: tuple[Tile, ...],
        opener: Seat,
        board: Mapping[Cell, Tile] | None = None,
    ) -> State:
        """Return the state in which the opener is to move, from known hands (e.g. a record)."""
        has_duty = self.has_duty(options, board) and hands[opener]
        state = State(
            options=options,
            board=as_board(board or {}),
            hands=hands,
            bag=bag,
            scores=(0,) * len(hands),
            to_move=opener,
            opener=opener,
            opening_count=largest_set(hands[opener]) if has_duty else 0,
        )
        return self.modules.setup(state)

    def has_duty(self, options: Mapping[str, Any], board: Collection[Any] | None) -> bool:
        """Return whether the next placement has to be the opener's largest set (rules 1.1.9).

        With tiles on the board that is past (docs/notation.md section 3); where a game begins with
        some it never holds (rules 4.2.16).
        """
        is_empty = not board and not self.modules.start_cells(options)
        return is_empty and options[OPENING] == "largest"

    # Moves

    def apply(self, state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step[State]:
        """Return the step that this move makes. Raises IllegalMoveError or BadRequestError."""
        match move:
            case Place():
                step = self.place(state, seat, move)
                return self._then_end(step, seat, chance, has_placed=True)
            case Trade():
                legality.check_trade(state, seat, move, self.modules)
                traded = turn.trade(state, seat, move.tiles, chance, self.modules)
                return self._then_end(traded, seat, chance)
            case Pass():
                legality.check_pass(state, seat, self.modules)
                passed = Step(state, (Event("turn_passed", seat),))
                return self._then_end(passed, seat, chance, has_passed=True)
            case Leave():
                legality.check_leave(state, seat)
                return turn.leave(state, seat, self.modules, is_flag=move.is_flag)
        return self._owner(move).apply(state, seat, move, chance, self)

    def place(self, state: State, seat: Seat, move: Place) -> Step[State]:
        """Check, lay and score tiles; the turn goes on and nothing is drawn."""
        placed = tuple(sorted(move.tiles, key=_cell_of))
        lines, bonus = legality.check_place(state, seat, Place(placed), self.modules)
        points = points_of(lines) + bonus
        hand = turn.remaining_hand(state.hands[seat], [tile for tile, _ in placed])
        scores = list(state.scores)
        scores[seat] += points
        laid = state.but(
            board=as_board(state.board).with_tiles(placed),
            hands=turn.with_hand(state.hands, seat, hand),
            scores=tuple(scores),
        )
        public = {
            "tiles": notation.placed_texts(placed),
            "points": points,
            "bonus": bonus,
            "qwirkles": sum(len(line) == QWIRKLE for line in lines),
        }
        laid, more = self.modules.laid(laid, seat, placed)
        return Step(laid, (Event("tiles_placed", seat, public), *more), points)

    def check_turn(self, state: State, seat: Seat, move: AnyMove) -> None:
        """Refuse a move out of turn, or one that any module forbids."""
        legality.check_own_move(state, seat, move, self.modules)

    def exchange(
        self,
        state: State,
        seat: Seat,
        tiles: tuple[Tile, ...],
        chance: Chance,
        *,
        return_first: bool,
    ) -> Step[State]:
        """Exchange tiles for new ones; the turn goes on and nothing is checked."""
        return turn.trade(state, seat, tiles, chance, self.modules, return_first=return_first)

    def draw(self, state: State, seat: Seat, count: int, chance: Chance) -> Step[State]:
        """Draw tiles into a hand; claimed ones are replaced."""
        return turn.draw(state, seat, count, chance, self.modules)

    def end_turn(
        self, state: State, seat: Seat, chance: Chance, *, has_placed: bool
    ) -> Step[State]:
        """End the turn: draw up, look whether the game is over, move on."""
        return turn.end_turn(state, seat, chance, self.modules, has_placed=has_placed)

    def automatic_move(self, state: State) -> AnyMove | None:
        """Return a pass when nothing else could help the seat to move.

        Source: rules 1.5.38, 2.8.59; 2.2.24 for a seat without tiles.
        """
        seat = state.to_move
        if state.reason is not None or state.opening_count:
            return None
        if not state.hands[seat]:
            return Pass()
        if state.bag or self.may_place(state, seat) or self.modules.may_help(state, seat, self):
            return None
        return Pass()

    # Questions

    def to_move(self, state: State) -> Seat | None:
        """Return the seat whose turn it is; None when the game is over."""
        return state.to_move if state.reason is None else None

    def result(self, state: State) -> Result | None:
        """Return how the game ended; None while it runs."""
        return turn.result(state)

    def may_place(self, state: State, seat: Seat) -> bool:
        """Return whether the seat has any legal placement."""
        return legality.may_place(state, seat, self.modules)

    def region(self, options: Mapping[str, Any]) -> frozenset[Cell] | None:
        """Return the cells that there are; None when the table has no edge."""
        return self.modules.region(options)

    def may_disconnect(self, options: Mapping[str, Any]) -> bool:
        """Return whether taking a tile may part the board."""
        return self.modules.may_disconnect(options)

    def open_option(self, options: Mapping[str, Any]) -> str | None:
        """Return the key of an option that is still left to chance, or None."""
        return self.modules.open_option(options)

    def hold(self, state: State, held: Held) -> State | None:
        """Return the state in which the seats hold these powers; None in a game without any."""
        return self.modules.hold(state, held)

    def held(self, state: State) -> Held | None:
        """Return the powers that each seat holds; None in a game without any."""
        return self.modules.held(state)

    def parse_bag_tile(self, text: str) -> Tile:
        """Return a tile that may lie in the bag. Raises BadRequestError ``unknown_tile``."""
        tile = self.modules.bag_tiles.get(text.lower())
        return notation.parse_known_tile(text) if tile is None else tile

    def bag_tile_text(self, tile: Tile) -> str:
        """Return a tile of the bag in the notation."""
        return self.modules.tile_text(tile)

    def observe(self, state: State, viewer: Seat | None, phase: Phase) -> Observation:
        """Return what this viewer may know; every field is named here, nothing is copied whole."""
        is_over = phase is Phase.OVER or state.reason is not None
        is_to_move = viewer == state.to_move and not is_over
        return Observation(
            viewer=viewer,
            phase=phase,
            options=state.options,
            board=state.board,
            hand=None if viewer is None else state.hands[viewer],
            hands=state.hands if phase is Phase.OVER else None,
            hand_counts=tuple(map(len, state.hands)),
            bag_count=len(state.bag),
            scores=state.scores,
            to_move=None if is_over else state.to_move,
            opener=state.opener,
            opening_count=state.opening_count,
            left=state.left,
            reason=state.reason,
            may_place=is_to_move and self.may_place(state, state.to_move),
            may_pass=is_to_move and legality.may_pass(state, self.modules),
            trade_max=legality.trade_max(state, self.modules) if is_to_move else 0,
            usable=self.modules.usable(state, state.to_move, self) if is_to_move else (),
            public_extras=self.modules.show(state),
        )

    def legal_places(self, observation: Observation) -> list[Placement]:
        """Return the placements that the viewer may make now; none when it is not his turn."""
        if observation.viewer is None or observation.viewer != observation.to_move:
            return []
        found = self.places(self.table(observation), observation.hand or ())
        count = observation.opening_count
        return [place for place in found if len(place.tiles) >= count] if count else found

    def score(self, table: Table, placed: Placed, *, opening_count: int = 0) -> Score:
        """Return what a placement scores.

        Raises:
            IllegalMoveError: it is illegal, whoever makes it (rules 1.3.15-23).
        """
        legality.check_tiles(table, placed, self.modules)
        check_opening(placed, opening_count)
        return score_placement(table.board, placed, bonus=self.modules.bonus(table.options, placed))

    def places(self, table: Table, hand: Iterable[Tile]) -> list[Placement]:
        """Return the placements of any hand on an open table."""
        return legality.legal_places(table, hand, self.modules)

    def open_table(self, options: Mapping[str, Any], board: Mapping[Cell, Tile]) -> Table:
        """Return a table with these tiles on it and nothing else known, for a judge."""
        state = self.state_at(options, hands=((), ()), bag=(), opener=0, board=board)
        return legality.table_of(state, self.modules)

    @staticmethod
    def table(observation: Observation) -> Table:
        """Return what lies open."""
        return Table(observation.options, observation.board, observation.public_extras)

    # Text and JSON

    def parse_move(self, text: str) -> AnyMove:
        """Read a move in the notation. Raises BadRequestError."""
        return self.modules.parse_move(text) or notation.parse_move(text)

    def format_move(self, move: AnyMove) -> str:
        """Write a move in the notation, tiles in board order."""
        if isinstance(move, ModuleMove):
            return self._owner(move).format_move(move)
        return notation.format_move(move)

    def encode_state(self, state: State) -> dict[str, Any]:
        """Return the state as JSON primitives."""
        return codec.encode_state(state)

    def decode_state(self, data: Mapping[str, Any]) -> State:
        """Return the state from what `encode_state` made."""
        return codec.decode_state(data)

    # Helpers

    def _then_end(
        self,
        step: Step[State],
        seat: Seat,
        chance: Chance,
        *,
        has_placed: bool = False,
        has_passed: bool = False,
    ) -> Step[State]:
        end = turn.end_turn(
            step.state,
            seat,
            chance,
            self.modules,
            has_placed=has_placed,
            has_passed=has_passed,
        )
        return Step(end.state, step.events + end.events, step.points + end.points)

    def _owner(self, move: ModuleMove) -> RuleModule:
        owner = self.modules.owner(move)
        if owner is None:
            raise BadRequestError("bad_request", UNKNOWN_MOVE)
        return owner


def _cell_of(placed: tuple[Tile, Cell]) -> Cell:
    return placed[1]
