"""Expansion 2: action tiles in the bag bring tokens to everybody (rules 2)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.core.events import Event
from games.core.options import choice, subset, switch
from games.core.types import Seat
from games.rules.qwirkle.module import Bag
from games.rules.qwirkle.powers.module import SELECT_SAME_CELL, PowerModule
from games.rules.qwirkle.powers.moves import POWERS, Power
from games.rules.qwirkle.powers.singles import SINGLES_MAY_STOP
from games.rules.qwirkle.powers.take import TAKE_RULE
from games.rules.qwirkle.powers.trade import EXCHANGE_ORDER
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import KINDS, Tile

TOKENS = "tokens"
TOKENS_FROM = "tokens_from"

ACTION_TILES: Mapping[Power, Tile] = {
    power: Tile(len(KINDS) + index) for index, power in enumerate(POWERS)
}


class ActionTokens(PowerModule):
    """One action tile a kind in the bag; whoever draws it, everybody gains its token."""

    key = "action_tokens"
    options: ClassVar = {
        TOKENS: subset(POWERS),
        TOKENS_FROM: choice("bag", "start"),
        SINGLES_MAY_STOP: switch(),
        SELECT_SAME_CELL: choice("allow", "bar"),
        TAKE_RULE: choice("connected", "line_end"),
        EXCHANGE_ORDER: choice("draw_first", "return_first"),
    }
    bag_tiles: ClassVar = {f"!{power}": tile for power, tile in ACTION_TILES.items()}

    def powers_in_play(self, options: Mapping[str, Any]) -> tuple[Power, ...]:
        """Return the chosen kinds (rules 2.1.13)."""
        return tuple(options[TOKENS])

    def start_powers(self, options: Mapping[str, Any]) -> tuple[Power, ...]:
        """Return the full set in play, or none when tokens come from the bag (rules 2.1.13)."""
        return self.powers_in_play(options) if options[TOKENS_FROM] == "start" else ()

    def bag_extras(self, options: Mapping[str, Any]) -> Bag:
        """Return the action tiles; they come into the bag after the deal (rules 2.1.2)."""
        if options[TOKENS_FROM] == "start":
            return ()
        return tuple(ACTION_TILES[power] for power in POWERS if power in options[TOKENS])

    def on_draw(
        self, state: State, seat: Seat, tile: Tile
    ) -> tuple[State, tuple[Event, ...]] | None:
        """Show a drawn action tile and give everybody its token (rules 2.1.3)."""
        power = next((power for power, own in ACTION_TILES.items() if own == tile), None)
        if power is None:
            return None
        return self.gain(state, power), (Event("token_gained", seat, {"power": power}),)
