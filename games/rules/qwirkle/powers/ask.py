"""Ask the others for a tile (rules 2.2)."""

from games.core.chance import Chance
from games.core.events import Event
from games.core.types import Seat
from games.rules.qwirkle import turn
from games.rules.qwirkle.module import Game
from games.rules.qwirkle.powers.effect import Effect
from games.rules.qwirkle.powers.moves import UseAsk
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile, tile_text
from games.rules.ruleset import Step


def asked_seats(state: State, seat: Seat, tile: Tile) -> tuple[tuple[Seat, ...], Seat | None]:
    """Return the seats that are asked for a tile, clockwise, and which of them gives it.

    Asking stops at the first that has the tile (rules 2.2.15, 2.2.16); seats that left the game
    are not asked.
    """
    count = len(state.hands)
    asked: tuple[Seat, ...] = ()
    for other in ((seat + step) % count for step in range(1, count)):
        if other in state.left:
            continue
        asked += (other,)
        if tile in state.hands[other]:
            return asked, other
    return asked, None


class Ask(Effect[UseAsk]):
    """The first who has the tile gives one copy and draws; nobody has it: the asker draws one."""

    may_help = True

    def run(
        self, state: State, seat: Seat, move: UseAsk, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step; only the answers are public, not what was drawn (rules 2.2.20)."""
        asked, giver = asked_seats(state, seat, move.tile)
        public = {"tile": tile_text(move.tile), "asked": list(asked), "giver": giver}
        event = Event("tile_asked", seat, public)
        if giver is not None:
            kept = turn.remaining_hand(state.hands[giver], (move.tile,))
            hands = turn.with_hand(state.hands, giver, kept)
            hands = turn.with_hand(hands, seat, (*hands[seat], move.tile))
            state = state.but(hands=hands)
        drawing = game.draw(state, seat if giver is None else giver, 1, chance)
        return Step(drawing.state, (event, *drawing.events))
