"""What action tokens and super-power cards have in common: powers that each seat holds openly."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.core.chance import Chance
from games.core.errors import BadRequestError, IllegalMoveError
from games.core.events import Event
from games.core.types import Cell, Seat
from games.rules.qwirkle.module import Game, Held, RuleModule, Table
from games.rules.qwirkle.moves import ModuleMove
from games.rules.qwirkle.powers.again import Again
from games.rules.qwirkle.powers.ask import Ask
from games.rules.qwirkle.powers.draw3 import Draw3
from games.rules.qwirkle.powers.effect import Effect
from games.rules.qwirkle.powers.moves import MOVE_KINDS, POWERS, Power, UsePower
from games.rules.qwirkle.powers.singles import Singles
from games.rules.qwirkle.powers.take import Take, bar
from games.rules.qwirkle.powers.text import format_use, parse_use
from games.rules.qwirkle.powers.trade import TradeTiles
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile
from games.rules.ruleset import Step

SELECT_SAME_CELL = "select_same_cell"

NOT_IN_PLAY = "There is no power “{power}” in this game"
HELD_TWICE = "A seat holds each power once at most"
NOT_HELD = "You do not hold this power"
ONE_A_TURN = "One power per turn"
NOT_IN_SECOND_TURN = "No power in the second turn of two"
NOT_WHEN_OPENING = "Not before the first tiles lie on the board"
NOT_WITHOUT_TILES = "Without tiles you pass until the end"
NO_EFFECT = "This power would change nothing now"

_SHOWN = 24

EFFECTS: Mapping[Power, Effect[Any]] = {
    "ask": Ask(),
    "draw3": Draw3(),
    "singles": Singles(),
    "again": Again(),
    "trade": TradeTiles(),
    "take": Take(),
}

_NEW_TURN: Mapping[str, Any] = {"used": None, "taken": None, "again": False}


class PowerModule(RuleModule):
    """Powers that each seat holds; one a turn, each spent once (rules 2.1.8, 2.1.9, 3.6).

    It keeps ``held`` (names by seat), and of the turn: ``used`` (the power spent in it), ``taken``
    ([x, y, tile] taken in it), ``again`` (a second turn follows), ``is_second`` (this is it).
    """

    move_kinds: ClassVar = MOVE_KINDS

    def powers_in_play(self, options: Mapping[str, Any]) -> tuple[Power, ...]:
        """Return the powers that there are in this game."""
        raise NotImplementedError

    def start_powers(self, options: Mapping[str, Any]) -> tuple[Power, ...]:
        """Return the powers that every seat holds from the start."""
        return self.powers_in_play(options)

    # What is kept

    def setup(self, state: State) -> State:
        """Give every seat what it holds from the start."""
        return self.hold(state, (self.start_powers(state.options),) * len(state.hands))

    def hold(self, state: State, held: Held) -> State:
        """Return the state in which the seats hold these powers and a turn begins.

        Raises:
            BadRequestError: ``bad_request`` for a power that is not in play or held twice.
        """
        in_play = self.powers_in_play(state.options)
        for powers in held:
            for power in powers:
                if power not in in_play:
                    raise BadRequestError("bad_request", NOT_IN_PLAY.format(power=power[:_SHOWN]))
            if len(set(powers)) < len(powers):
                raise BadRequestError("bad_request", HELD_TWICE)
        kept = {**_NEW_TURN, "held": list(map(_in_order, held)), "is_second": False}
        return self._keep(state, kept)

    def held(self, state: State) -> Held:
        """Return the powers that each seat holds, in alphabetical order."""
        return tuple(tuple(sorted(powers)) for powers in self._kept(state)["held"])

    def show(self, state: State) -> Mapping[str, Any]:
        """Return all of it: powers lie open (rules 2.1.6, 3.2)."""
        return self._kept(state)

    def gain(self, state: State, power: Power) -> State:
        """Return the state in which every seat that plays holds one power more."""
        held = [
            powers if seat in state.left else _in_order([*powers, power])
            for seat, powers in enumerate(self._kept(state)["held"])
        ]
        return self._keep(state, {"held": held})

    # Spending

    def usable(self, state: State, seat: Seat, game: Game) -> tuple[Power, ...]:
        """Return the powers that the seat to move may spend now."""
        return tuple(
            power
            for power in self._kept(state)["held"][seat]
            if self._fault_now(state, seat, power, game) is None
        )

    def may_help(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether asking or taking may bring a tile that fits (rules 2.8.59)."""
        return any(EFFECTS[power].may_help for power in self.usable(state, seat, game))

    def apply(
        self, state: State, seat: Seat, move: ModuleMove, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step that spends a power. The refusals come in the order of the notation."""
        assert isinstance(move, UsePower)
        effect = EFFECTS[move.power]
        effect.check_tiles(state, seat, move, game)
        game.check_turn(state, seat, move)
        fault = self._fault_now(state, seat, move.power, game)
        if fault is not None:
            raise fault
        effect.check(state, seat, move, game)
        step = effect.run(self._spend(state, seat, move), seat, move, chance, game)
        events = (Event("power_used", seat, {"power": move.power}), *step.events)
        if not effect.is_whole_turn:
            return Step(step.state, events, step.points)
        end = game.end_turn(step.state, seat, chance, has_placed=True)
        return Step(end.state, events + end.events, step.points + end.points)

    def barred(self, table: Table) -> Mapping[tuple[Tile, Cell], str]:
        """Return that a taken tile may not go back to where it was, if that is barred."""
        if table.options[SELECT_SAME_CELL] == "allow":
            return {}
        return bar(table.extras[self.key]["taken"])

    # The end of a turn

    def goes_again(self, state: State, seat: Seat) -> bool:
        """Return whether a second turn is due (rules 2.5.38)."""
        return bool(self._kept(state)["again"])

    def turn_ended(self, state: State, seat: Seat, *, goes_again: bool) -> State:
        """Forget what the turn had to remember."""
        return self._keep(state, {**_NEW_TURN, "is_second": goes_again})

    # Text

    def parse_move(self, text: str) -> UsePower | None:
        """Read ``use …``."""
        return parse_use(text)

    def format_move(self, move: ModuleMove) -> str:
        """Write ``use …``."""
        return format_use(move)

    # Helpers

    def _fault_now(
        self, state: State, seat: Seat, power: Power, game: Game
    ) -> IllegalMoveError | None:
        """Return why the seat cannot spend the power now, whatever for; None if it can."""
        kept = self._kept(state)
        if power not in kept["held"][seat]:
            return IllegalMoveError("token_not_held", NOT_HELD, power=power)
        sentence = None
        if kept["used"]:
            sentence = ONE_A_TURN
        elif kept["is_second"]:
            sentence = NOT_IN_SECOND_TURN
        elif not state.board and not EFFECTS[power].may_open:
            sentence = NOT_WHEN_OPENING
        elif not state.hands[seat]:
            sentence = NOT_WITHOUT_TILES
        if sentence:
            return IllegalMoveError("token_not_now", sentence, power=power)
        if not EFFECTS[power].has_effect(state, seat, game):
            return IllegalMoveError("token_no_effect", NO_EFFECT, power=power)
        return None

    def _spend(self, state: State, seat: Seat, move: UsePower) -> State:
        held = [list(powers) for powers in self._kept(state)["held"]]
        held[seat].remove(move.power)
        remembered = {"held": held, "used": move.power, **EFFECTS[move.power].keeps(state, move)}
        # Passes before it are no longer in a row (rules 2.8.59).
        return self._keep(state, remembered).but(pass_count=0)

    def _kept(self, state: State) -> Mapping[str, Any]:
        kept: Mapping[str, Any] = state.extras[self.key]
        return kept

    def _keep(self, state: State, changes: Mapping[str, Any]) -> State:
        mine = {**state.extras.get(self.key, {}), **changes}
        return state.but(extras={**state.extras, self.key: mine})


def _in_order(powers: Any) -> list[Power]:
    return sorted(powers, key=POWERS.index)
