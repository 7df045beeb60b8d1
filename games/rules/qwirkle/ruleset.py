"""The base game and its modules as one `Ruleset`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core.chance import Chance
from games.core.errors import BadRequestError
from games.core.events import Event
from games.core.options import choice, parse_options, switch, whole
from games.core.types import Cell, Phase, Seat
from games.rules.qwirkle import codec, legality, movegen, notation, turn
from games.rules.qwirkle.board import as_board
from games.rules.qwirkle.module import Modules, RuleModule, Table
from games.rules.qwirkle.movegen import Placement
from games.rules.qwirkle.moves import AnyMove, Leave, ModuleMove, Pass, Place, Trade
from games.rules.qwirkle.opening import (
    OPENER_TIE,
    OPENING,
    choose_opener,
    largest_seats,
    largest_set,
)
from games.rules.qwirkle.scoring import points_of
from games.rules.qwirkle.state import Observation, State
from games.rules.qwirkle.tiles import HAND_SIZE, Tile, full_set, tile_text
from games.rules.ruleset import Result, Step

OPTIONS = {
    OPENER_TIE: choice("random", "oldest", "seat"),
    OPENING: choice("largest", "free"),
    legality.SHORT_TRADE: choice("refuse", "partial"),
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

    def initial_step(
        self, seats: int, options: Mapping[str, Any], chance: Chance, *, seniority: Sequence[Seat]
    ) -> Step[State]:
        """Deal six tiles to each seat, choose the opener and fill the bag (rules 1.1)."""
        if seats not in self.seat_counts:
            raise BadRequestError("bad_request", "Qwirkle is for 2 to 4 players")
        bag = chance.shuffled(full_set())
        hands = []
        for _ in range(seats):
            hand, bag = chance.draw(bag, HAND_SIZE)
            hands.append(hand)
        tied = largest_seats(hands)
        opener = choose_opener(tied, options[OPENER_TIE], chance, seniority)
        extras = self.modules.bag_extras(options)
        if extras:
            bag = chance.put_back(bag, extras)
        state = self.modules.setup(
            self.state_at(options, hands=tuple(hands), bag=bag, opener=opener), chance
        )
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
        """Return the state in which the opener is to move, from known hands (e.g. a record).

        With tiles on the board the opening duty is past (docs/notation.md section 3).
        """
        has_duty = not board and options[OPENING] == "largest"
        return State(
            options=options,
            board=as_board(board or {}),
            hands=hands,
            bag=bag,
            scores=(0,) * len(hands),
            to_move=opener,
            opener=opener,
            opening_count=largest_set(hands[opener]) if has_duty and hands[opener] else 0,
        )

    # Moves

    def apply(self, state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step[State]:
        """Return the step that this move makes. Raises IllegalMoveError or BadRequestError."""
        match move:
            case Place():
                step = self.place(state, seat, move)
                return self._then_end(step, seat, chance, has_placed=True)
            case Trade():
                return self._then_end(self.trade(state, seat, move, chance), seat, chance)
            case Pass():
                legality.check_pass(state, seat, self.modules)
                passed = Step(state, (Event("turn_passed", seat),))
                return self._then_end(passed, seat, chance, has_passed=True)
            case Leave():
                legality.check_leave(state, seat)
                return turn.leave(state, seat, self.modules, is_flag=move.is_flag)
        return self._apply_module_move(state, seat, move, chance)

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
        }
        return Step(laid, (Event("tiles_placed", seat, public),), points)

    def trade(self, state: State, seat: Seat, move: Trade, chance: Chance) -> Step[State]:
        """Check and trade tiles; the turn goes on."""
        legality.check_trade(state, seat, move, self.modules)
        return turn.trade(state, seat, move.tiles, chance, self.modules)

    def draw(self, state: State, seat: Seat, count: int, chance: Chance) -> Step[State]:
        """Draw tiles into a hand; claimed ones are replaced."""
        return turn.draw(state, seat, count, chance, self.modules)

    def end_turn(
        self, state: State, seat: Seat, chance: Chance, *, has_placed: bool
    ) -> Step[State]:
        """End the turn: draw up, look whether the game is over, move on."""
        return turn.end_turn(state, seat, chance, self.modules, has_placed=has_placed)

    def automatic_move(self, state: State) -> AnyMove | None:
        """Return a pass when there is nothing else the seat to move can do (rules 1.5.38)."""
        seat = state.to_move
        if state.reason is not None or state.bag or state.opening_count:
            return None
        if self.may_place(state, seat) or self.modules.opening_moves(state, seat):
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

    def may_disconnect(self, state: State) -> bool:
        """Return whether taking a tile may part the board."""
        return self.modules.may_disconnect(state)

    def is_takeable(self, state: State, cell: Cell) -> bool:
        """Return whether no module keeps this tile on the board."""
        return self.modules.takeable(state, cell)

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
            public_extras=self.modules.observe(state, viewer),
        )

    def legal_places(self, observation: Observation) -> list[Placement]:
        """Return the placements that the viewer may make now, modules heard."""
        found = movegen.legal_places(observation)
        if not self.modules.all:
            return found
        table = Table(observation.options, observation.board, observation.public_extras)
        return legality.allowed_places(table, observation.scores, found, self.modules)

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

    def _apply_module_move(
        self, state: State, seat: Seat, move: ModuleMove, chance: Chance
    ) -> Step[State]:
        owner = self._owner(move)
        legality.check_opener(state, seat)
        legality.check_turn(state, seat)
        self.modules.check_move(state, seat, move)
        return owner.apply(state, seat, move, chance, self)

    def _owner(self, move: ModuleMove) -> RuleModule:
        owner = self.modules.owner(move)
        if owner is None:
            raise BadRequestError("bad_request", UNKNOWN_MOVE)
        return owner


def _cell_of(placed: tuple[Tile, Cell]) -> Cell:
    return placed[1]
