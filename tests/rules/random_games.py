"""Whole random games of any ruleset with random options, for tests of what holds in all of them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.bots import registry as bots
from games.core.events import Event
from games.core.rng import DEAL, OPTIONS, Rng, SeededChance, rng_for
from games.core.types import Phase, Seat
from games.rules import registry
from games.rules.qwirkle.moves import AnyMove, Leave, Pass
from games.rules.qwirkle.notation import placed_texts
from games.rules.qwirkle.powers.moves import POWERS
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import KINDS, Tile, full_set
from games.rules.records.form import Record, RecordMove
from games.rules.ruleset import Step

SEED = bytes(range(32))
PLIES_MAX = 600
LEAVE_ODDS = 150
PASS_ODDS = 4
WHOLE_SET = Counter(full_set())

VALUES: Mapping[str, tuple[Any, ...]] = {
    "opener_tie": ("random", "oldest", "seat"),
    "opening": ("largest", "free"),
    "short_trade": ("refuse", "partial"),
    "free_pass": (False, True),
    "stalemate_rounds": (4, 1, 2, 20),
    "tokens": (list(POWERS), ["ask", "take"], ["singles", "again", "trade"], ["draw3"]),
    "tokens_from": ("bag", "start"),
    "powers": (None, ["draw3", "singles", "take"], ["ask", "again", "trade"]),
    "singles_may_stop": (False, True),
    "select_same_cell": ("allow", "bar"),
    "take_rule": ("connected", "line_end"),
    "exchange_order": ("draw_first", "return_first"),
    "exchange_after_card": ("refuse", "allow"),
    "boards": (None, "cccc", "ssss", "cs'c's", "c'c'c'c'"),
}


@dataclass(frozen=True)
class Ply:
    """One move of a game."""

    before: State
    seat: Seat
    move: AnyMove
    step: Step[State]


class RandomGame:
    """A game that is decided by its ruleset's key and a number: seats, options, moves and luck."""

    def __init__(self, key: str, number: int) -> None:
        self.name = f"{key}/{number}"
        self.ruleset: Qwirkle = registry.get_qwirkle(key)
        self.seats = 2 + number % 3
        rng = Rng(SEED, f"{self.name}/options")
        raw = {
            option: VALUES[option][rng.below(len(VALUES[option]))]
            for option in self.ruleset.parse_options({})
        }
        self.options = self.ruleset.draw_options(
            self.ruleset.parse_options(raw), self.chance(OPTIONS)
        )

    def chance(self, ply: int) -> SeededChance:
        """Return the luck of one ply."""
        return SeededChance(rng_for(SEED, self.name, ply))

    def deal(self) -> State:
        """Return the first state."""
        chance = self.chance(DEAL)
        seniority = range(self.seats)
        return self.ruleset.initial_step(
            self.seats, self.options, chance, seniority=seniority
        ).state

    def play(self) -> Iterator[Ply]:
        """Give each move of the game, to its end."""
        state = self.deal()
        rng = Rng(SEED, f"{self.name}/moves")
        for ply in range(PLIES_MAX):
            seat = self.ruleset.to_move(state)
            if seat is None:
                return
            move = self.ruleset.automatic_move(state)
            if move is None:
                seat, move = self.choose(state, seat, rng)
            step = self.ruleset.apply(state, seat, move, self.chance(ply))
            yield Ply(state, seat, move, step)
            state = step.state
        raise AssertionError(f"{self.name} does not end")

    def choose(self, state: State, seat: Seat, rng: Rng) -> tuple[Seat, AnyMove]:
        """Return a legal move: what the random bot would do, now and then a pass or leaving."""
        if rng.below(LEAVE_ODDS) == 0:
            stayed = [one for one in range(self.seats) if one not in state.left]
            return stayed[rng.below(len(stayed))], Leave(is_flag=rng.below(2) == 0)
        seen = self.ruleset.observe(state, seat, Phase.RUNNING)
        if seen.may_pass and rng.below(PASS_ODDS) == 0:
            return seat, Pass()
        return seat, bots.get("random").choose(seen, rng, self.ruleset)

    def record(self, start: State, plies: list[Ply]) -> Record:
        """Return the full record of the game."""
        text = self.ruleset.bag_tile_text
        return Record(
            ruleset=self.ruleset.key,
            options=self.options,
            seats=("anna", "ben", "cleo", "dan")[: self.seats],
            opener=start.opener,
            hands=tuple(tuple(map(text, hand)) for hand in start.hands),
            bag=tuple(map(text, start.bag)),
            board=tuple(placed_texts((tile, cell) for cell, tile in start.board.items())),
            moves=tuple(map(self.recorded, plies)),
        )

    def recorded(self, ply: Ply) -> RecordMove:
        """Return a move as a record tells it."""
        events = ply.step.events
        asked = next((event for event in events if event.kind == "tile_asked"), None)
        giver = asked.public["giver"] if asked else None
        return RecordMove(
            seat=ply.seat,
            move=self.ruleset.format_move(ply.move),
            score=ply.step.points,
            total=ply.step.state.scores[ply.seat],
            drew=drawn(events, ply.seat),
            gave=giver,
            gave_drew=None if giver is None else drawn(events, giver),
        )


def drawn(events: tuple[Event, ...], seat: Seat) -> tuple[str, ...]:
    """Return what a seat drew in a step, action tiles included."""
    own = [
        event.private[seat]
        for event in events
        if event.kind == "tiles_drawn" and event.seat == seat
    ]
    return tuple(tile for one in own for tile in one.get("drew", one["tiles"]))


def plain_tiles(state: State) -> Counter[Tile]:
    """Return the tiles of the game without action tiles, wherever they are."""
    hands = [tile for hand in state.hands for tile in hand]
    in_bag = [tile for tile in state.bag if tile < len(KINDS)]
    return Counter([*state.board.values(), *hands, *in_bag, *state.gone])


def action_tiles(state: State) -> list[Tile]:
    """Return the action tiles in the bag, sorted."""
    return sorted(tile for tile in state.bag if tile >= len(KINDS))


def permuted(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Return the state with all tiles that this viewer does not see in other places."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    in_bag = [tile for tile in state.bag if tile < len(KINDS)]
    pool = rng.shuffled((*in_bag, *(tile for seat in others for tile in state.hands[seat])))
    hands = list(state.hands)
    for seat in others:
        count = len(hands[seat])
        hands[seat], pool = pool[:count], pool[count:]
    bag = rng.shuffled((*pool, *action_tiles(state)))
    return replace(state, hands=tuple(hands), bag=bag)
