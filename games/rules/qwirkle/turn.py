"""Drawing, trading, whose turn comes next, and every way a game ends."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.core.chance import Chance
from games.core.errors import IllegalMoveError
from games.core.events import Event
from games.core.types import Cell, EndReason, Seat
from games.rules.qwirkle.opening import largest_set
from games.rules.qwirkle.scoring import OUT_BONUS
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import HAND_SIZE, KINDS, Tile, tile_text
from games.rules.ruleset import Result, Step

SHORT_TRADE = "short_trade"
STALEMATE_ROUNDS = "stalemate_rounds"

BAG_EMPTY = "The bag is empty"
BAG_HOLDS_ONE = "Only 1 tile is left in the bag"
BAG_HOLDS_FEW = "Only {count} tiles are left in the bag"


class Hooks(Protocol):
    """What modules may change about a turn; see `RuleModule` for each."""

    def on_draw(
        self, state: State, seat: Seat, tile: Tile
    ) -> tuple[State, tuple[Event, ...]] | None:
        """Return the state after a drawn tile was claimed, or None."""
        ...

    def tile_text(self, tile: Tile) -> str:
        """Return a tile of the bag in the notation."""
        ...

    def goes_again(self, state: State, seat: Seat) -> bool:
        """Return whether the same seat has another turn after this one."""
        ...

    def turn_ended(self, state: State, seat: Seat, *, goes_again: bool) -> State:
        """Return the state with what belonged to this turn forgotten."""
        ...

    def start_cells(self, options: Mapping[str, Any]) -> tuple[Cell, ...]:
        """Return the cells that hold a tile before the first turn."""
        ...


def is_first_turn(state: State, hooks: Hooks) -> bool:
    """Return whether the opener has not yet made a turn, and tiles lie on start cells only."""
    if state.idle_count or any(state.scores):
        return False
    return state.board.keys() <= set(hooks.start_cells(state.options))


def remaining_hand(hand: Sequence[Tile], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the hand, in its order, without these tiles; it must hold them."""
    rest = list(hand)
    for tile in tiles:
        rest.remove(tile)
    return tuple(rest)


def with_hand(
    hands: tuple[tuple[Tile, ...], ...], seat: Seat, hand: tuple[Tile, ...]
) -> tuple[tuple[Tile, ...], ...]:
    """Return the hands with one of them changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def draw(state: State, seat: Seat, count: int, chance: Chance, hooks: Hooks) -> Step[State]:
    """Return the step in which a seat draws so many tiles, or all there are (rules 1.2.12).

    Tiles that a module claims are replaced at once, until the bag is empty (rules 2.1.3, 2.1.4).
    """
    drawn: tuple[Tile, ...] = ()
    order: tuple[Tile, ...] = ()
    events: list[Event] = []
    bag = state.bag
    while bag and len(drawn) < count:
        fresh, bag = chance.draw(bag, count - len(drawn))
        if not fresh:
            break
        order += fresh
        if max(fresh) < len(KINDS):
            drawn += fresh
            continue
        state = state.but(bag=bag)
        for tile in fresh:
            claim = hooks.on_draw(state, seat, tile) if tile >= len(KINDS) else None
            if claim is None:
                drawn += (tile,)
            else:
                state, claimed = claim
                events.extend(claimed)
        bag = state.bag
    hands = with_hand(state.hands, seat, state.hands[seat] + drawn)
    private = {"tiles": list(map(tile_text, drawn))}
    if len(order) > len(drawn):
        private["drew"] = list(map(hooks.tile_text, order))
    events.append(Event("tiles_drawn", seat, {"count": len(drawn)}, {seat: private}))
    return Step(state.but(bag=bag, hands=hands), tuple(events))


def check_bag(state: State, tiles: Sequence[Tile]) -> None:
    """Refuse to exchange more tiles than the bag can replace (rules 1.5.35, 1.5.36).

    Raises:
        IllegalMoveError: ``short_bag``.
    """
    count = len(state.bag)
    if not count:
        raise IllegalMoveError("short_bag", BAG_EMPTY, count=0)
    if len(tiles) > count and state.options[SHORT_TRADE] == "refuse":
        sentence = BAG_HOLDS_ONE if count == 1 else BAG_HOLDS_FEW.format(count=count)
        raise IllegalMoveError("short_bag", sentence, count=count)


def trade(
    state: State,
    seat: Seat,
    tiles: tuple[Tile, ...],
    chance: Chance,
    hooks: Hooks,
    *,
    return_first: bool = False,
) -> Step[State]:
    """Return the step in which tiles are set aside, as many drawn, and those put into the bag.

    With fewer tiles in the bag only as many of the set-aside tiles go, the first named ones;
    whether that is allowed is the caller's question. The turn does not end here.

    Args:
        return_first: put the tiles into the bag before drawing (rules 3.11).

    Source: rules 1.5.34, 1.5.35; 2.3.30 for hands above six; 2.6.47 for draws that come short.
    """
    given = tiles if return_first else tiles[: len(state.bag)]
    hand = remaining_hand(state.hands[seat], given)
    due = max(0, min(len(given), HAND_SIZE - len(hand)))
    state = state.but(hands=with_hand(state.hands, seat, hand))
    traded = Event(
        "tiles_traded",
        seat,
        {"count": len(given)},
        {seat: {"tiles": [tile_text(tile) for tile in given]}},
    )
    if return_first:
        state = state.but(bag=chance.put_back(state.bag, given))
        drawing = draw(state, seat, due, chance, hooks)
        return Step(drawing.state, (traded, *drawing.events))
    drawing = draw(state, seat, due, chance, hooks)
    state = drawing.state.but(bag=chance.put_back(drawing.state.bag, given))
    events = (traded, *drawing.events)
    missing = len(hand) + due - len(state.hands[seat])
    if missing:
        rest = draw(state, seat, missing, chance, hooks)
        return Step(rest.state, events + rest.events)
    return Step(state, events)


def end_turn(
    state: State,
    seat: Seat,
    chance: Chance,
    hooks: Hooks,
    *,
    has_placed: bool = False,
    has_passed: bool = False,
) -> Step[State]:
    """Return the step that ends a turn: draw up, look whether the game is over, move on.

    Only a placement is followed by drawing; a trade has drawn as many as were set aside.

    Source: rules 1.2.12; 1.6.40-42 and 1.6.45 for the ends.
    """
    events: tuple[Event, ...] = ()
    missing = HAND_SIZE - len(state.hands[seat]) if has_placed else 0
    if state.bag and missing > 0:
        drawing = draw(state, seat, missing, chance, hooks)
        state, events = drawing.state, drawing.events
    if has_placed and not state.bag and not state.hands[seat]:
        scores = list(state.scores)
        scores[seat] += OUT_BONUS
        end = finish(state.but(scores=tuple(scores)), EndReason.WENT_OUT)
        return Step(end.state, events + end.events, OUT_BONUS)
    again = hooks.goes_again(state, seat)
    # An extra turn and the one before it are one in a round (rules 1.6.42, 1.6.45): the first adds
    # nothing, and if it had a placement the second makes 0 of -1 and is no pass.
    count = 0 if again else 1
    is_pass = has_passed and state.idle_count >= 0
    state = hooks.turn_ended(state, seat, goes_again=again).but(
        to_move=seat if again else next_seat(state, seat),
        opening_count=0 if has_placed else state.opening_count,
        pass_count=state.pass_count + count if is_pass else 0,
        idle_count=count - 1 if has_placed else state.idle_count + count,
    )
    return _end_if_stuck(state, events)


def next_seat(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise that is still in the game (rules 1.1.8)."""
    count = len(state.hands)
    after = (seat + 1) % count
    while after in state.left:
        after = (after + 1) % count
    return after


def leave(state: State, seat: Seat, hooks: Hooks, *, is_flag: bool) -> Step[State]:
    """Return the step in which a seat leaves the game, on or off its turn.

    Its tiles leave with it (rules 6 D25). The last seat left has won. Where the opener leaves
    before the first move, the next seat opens, with the largest set of its own hand.
    """
    reason = EndReason.FLAGGED if is_flag else EndReason.RESIGNED
    active = len(state.hands) - len(state.left)
    distance = _turns_ago(state, seat)
    was_first = is_first_turn(state, hooks)
    events = (Event("seat_left", seat, {"reason": reason, "count": len(state.hands[seat])}),)
    state = state.but(
        hands=with_hand(state.hands, seat, ()),
        gone=state.gone + state.hands[seat],
        left=(*state.left, seat),
        pass_count=_without_seat(state.pass_count, active, distance),
        idle_count=max(0, _without_seat(state.idle_count, active, distance)),
    )
    if active == 2:
        end = finish(state, reason)
        return Step(end.state, events + end.events)
    if seat == state.to_move:
        after = next_seat(state, seat)
        state = hooks.turn_ended(state, seat, goes_again=False).but(to_move=after)
        if was_first:
            count = largest_set(state.hands[after]) if state.opening_count else 0
            state = state.but(opener=after, opening_count=count)
    return _end_if_stuck(state, events)


def finish(state: State, reason: EndReason) -> Step[State]:
    """Return the step that ends the game."""
    state = state.but(reason=reason)
    outcome = result(state)
    assert outcome is not None
    public = {
        "reason": reason.value,
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "places": list(outcome.places),
    }
    return Step(state, (Event("game_finished", None, public),))


def result(state: State) -> Result | None:
    """Return the scores, winners and places; None while the game runs.

    Highest score wins, equal scores share (rules 1.6.44). Seats that left come last, whoever left
    first at the very end.
    """
    if state.reason is None:
        return None
    seats = range(len(state.hands))
    stayed = sorted((state.scores[seat] for seat in seats if seat not in state.left), reverse=True)
    places = tuple(
        len(state.hands) - state.left.index(seat)
        if seat in state.left
        else 1 + stayed.index(state.scores[seat])
        for seat in seats
    )
    winners = tuple(seat for seat in seats if places[seat] == 1)
    return Result(state.reason, state.scores, winners, places)


def _end_if_stuck(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Return the end by a full round of passes or by rounds without a placement, if it came."""
    active = len(state.hands) - len(state.left)
    rounds = state.options[STALEMATE_ROUNDS]
    if state.pass_count >= active:
        end = finish(state, EndReason.BLOCKED)
    elif rounds and state.bag and state.idle_count >= rounds * active:
        end = finish(state, EndReason.STALEMATE)
    else:
        return Step(state, events)
    return Step(end.state, events + end.events)


def _turns_ago(state: State, seat: Seat) -> int:
    """Return how many turns back this seat had its last one: 1 = just now, all = is to move."""
    ago = 0
    current = state.to_move
    count = len(state.hands)
    while ago == 0 or current != seat:
        current = (current - 1) % count
        ago += current not in state.left
    return ago


def _without_seat(turns: int, active: int, distance: int) -> int:
    """Return a count of turns in a row without those of one seat.

    Args:
        turns: turns up to now, made by the active seats one after another.
        active: seats in the game, the one that leaves included.
        distance: how many turns back that seat had its last one.
    """
    return turns - (turns - distance) // active - 1 if turns >= distance else turns
