"""Super-Pouvoirs: three powers for everybody, from the start (rules 3)."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from games.core.chance import Chance
from games.core.errors import IllegalMoveError
from games.core.options import choice, subset, switch
from games.core.types import Seat
from games.rules.qwirkle.moves import AnyMove, Trade
from games.rules.qwirkle.powers.module import SELECT_SAME_CELL, PowerModule
from games.rules.qwirkle.powers.moves import POWERS, Power
from games.rules.qwirkle.powers.singles import SINGLES_MAY_STOP
from games.rules.qwirkle.powers.take import TAKE_RULE
from games.rules.qwirkle.powers.trade import EXCHANGE_ORDER
from games.rules.qwirkle.state import State

CARDS = 3
CARD_POWERS = "powers"
EXCHANGE_AFTER_CARD = "exchange_after_card"

PLAY_AFTER_CARD = "After a card you play tiles, as long as one of yours fits"


class PowerCards(PowerModule):
    """Three of the six powers, drawn openly; each seat may spend each of them once."""

    key = "power_cards"
    options: ClassVar = {
        CARD_POWERS: subset(POWERS, count=CARDS),
        SINGLES_MAY_STOP: switch(),
        SELECT_SAME_CELL: choice("allow", "bar"),
        TAKE_RULE: choice("line_end", "connected"),
        EXCHANGE_ORDER: choice("draw_first", "return_first"),
        EXCHANGE_AFTER_CARD: choice("refuse", "allow"),
    }

    def draw_options(self, options: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Draw the three powers unless they are chosen (rules 3.1)."""
        if options[CARD_POWERS] is not None:
            return options
        drawn = chance.shuffled(POWERS)[:CARDS]
        return {**options, CARD_POWERS: sorted(drawn, key=POWERS.index)}

    def open_option(self, options: Mapping[str, Any]) -> str | None:
        """Return ``powers`` while they are not drawn."""
        return CARD_POWERS if options[CARD_POWERS] is None else None

    def powers_in_play(self, options: Mapping[str, Any]) -> tuple[Power, ...]:
        """Return the three powers; every seat holds them from the start (rules 3.2)."""
        return tuple(options[CARD_POWERS] or ())

    def check_move(
        self, state: State, seat: Seat, move: AnyMove, may_place: Callable[[], bool]
    ) -> None:
        """Refuse an exchange after a card while a placement exists (rules 3.5).

        The second turn that a card brings comes after that card, too (rules 3.12: play, draw to
        six, play again).
        """
        kept = self.show(state)
        is_after_card = kept["used"] or kept["is_second"]
        if not is_after_card or not isinstance(move, Trade):
            return
        if state.options[EXCHANGE_AFTER_CARD] == "refuse" and may_place():
            raise IllegalMoveError("exchange_after_card", PLAY_AFTER_CARD)
