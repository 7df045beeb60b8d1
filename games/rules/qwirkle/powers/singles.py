"""Lay three tiles one after the other (rules 2.4)."""

from games.core.chance import Chance
from games.core.errors import IllegalMoveError
from games.core.types import Seat
from games.rules.qwirkle.module import Game
from games.rules.qwirkle.moves import Place
from games.rules.qwirkle.placement import check_in_hand, check_named
from games.rules.qwirkle.powers.effect import Effect
from games.rules.qwirkle.powers.moves import UseSingles
from games.rules.qwirkle.state import State
from games.rules.ruleset import Step

SINGLES_MAX = 3
SINGLES_MAY_STOP = "singles_may_stop"

MUST_CONTINUE = "Lay three tiles one by one; another of yours still fits"


class Singles(Effect[UseSingles]):
    """Each tile is a placement of its own and scored; nothing is drawn in between."""

    is_whole_turn = True
    may_open = False

    def check_tiles(self, state: State, seat: Seat, move: UseSingles, game: Game) -> None:
        """Refuse tiles that are not in the hand or cannot lie there, one after the other."""
        check_named(move.tiles)
        check_in_hand(state.hands[seat], [tile for tile, _ in move.tiles], placed=move.tiles)
        # On an empty board the power itself is refused (rules 2.8.60).
        if state.board:
            self._lay(state.but(to_move=seat), seat, move, game)

    def has_effect(self, state: State, seat: Seat, game: Game) -> bool:
        """Return whether a tile fits anywhere."""
        return game.may_place(state, seat)

    def check(self, state: State, seat: Seat, move: UseSingles, game: Game) -> None:
        """Refuse to stop while another tile fits (rules 2.4.35)."""
        if len(move.tiles) == SINGLES_MAX or state.options[SINGLES_MAY_STOP]:
            return
        if game.may_place(self._lay(state, seat, move, game).state, seat):
            raise IllegalMoveError("must_continue_singles", MUST_CONTINUE)

    def run(
        self, state: State, seat: Seat, move: UseSingles, chance: Chance, game: Game
    ) -> Step[State]:
        """Return the step in which all of them lie and are scored."""
        return self._lay(state, seat, move, game)

    @staticmethod
    def _lay(state: State, seat: Seat, move: UseSingles, game: Game) -> Step[State]:
        step = Step(state, ())
        for placed in move.tiles:
            laid = game.place(step.state, seat, Place((placed,)))
            step = Step(laid.state, step.events + laid.events, step.points + laid.points)
        return step
