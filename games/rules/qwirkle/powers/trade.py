"""Exchange tiles, then take the turn (rules 2.6)."""

from games.core.chance import Chance
from games.core.types import Seat
from games.rules.qwirkle import turn
from games.rules.qwirkle.module import Game
from games.rules.qwirkle.placement import check_in_hand, check_named
from games.rules.qwirkle.powers.effect import Effect
from games.rules.qwirkle.powers.moves import UseTrade
from games.rules.qwirkle.state import State
from games.rules.ruleset import Step

EXCHANGE_ORDER = "exchange_order"


class TradeTiles(Effect[UseTrade]):
    """Any number of tiles is set aside, drawn anew and put back; the normal turn follows."""

    may_open = False

    def check_tiles(self, state: State, seat: Seat, move: UseTrade, game: Game) -> None:
        """Refuse tiles that are not in the hand, or more than the bag can replace (2.6.46)."""
        check_named(move.tiles)
        check_in_hand(state.hands[seat], move.tiles)
        # An empty bag is no short one: the power is useless then (rules 2.1.14).
        if state.bag and not _returns_first(state):
            turn.check_bag(state, move.tiles)

    def has_effect(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether there is a tile to draw; tiles put back first are some (rules 3.11)."""
        return bool(state.bag) or _returns_first(state)

    def run(
        self, state: State, seat: Seat, move: UseTrade, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step."""
        first = _returns_first(state)
        return game.exchange(state, seat, move.tiles, chance, return_first=first)


def _returns_first(state: State) -> bool:
    return bool(state.options[EXCHANGE_ORDER] == "return_first")
