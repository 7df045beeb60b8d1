"""Looks at what a move leaves behind: on the board, in the hand, and at the end."""

from collections.abc import Iterator

from games.bots.bot import tiles_left
from games.bots.counting import Counting
from games.bots.danger import outlook
from games.bots.endgame import best_placement, points_of
from games.bots.leave import SETS, leave_of
from games.core.rng import Rng
from games.rules.qwirkle.board import BITS, Board, as_board
from games.rules.qwirkle.movegen import Placement, legal_places
from games.rules.qwirkle.moves import Move, Pass, Place, Trade
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import Tile

CANDIDATES = 24
"""Placements that are weighed, by points; one that scores much less than the best never wins."""

SLACK = 7
"""Points below the best beyond which a placement is not weighed."""

TRADE_BELOW = 4
"""A trade is weighed only when no placement scores so much; the average turn brings eight."""

_PLACES = 9
"""Decimals compared, so that the order of a sum does not decide."""


class CarefulBot:
    """Counts tiles, leaves no open fives, keeps what goes together and looks ahead at the end."""

    key = "careful"
    name = "Careful"
    strength = "Counts tiles, leaves no fives, mostly beats Greedy."

    def choose(self, observation: Observation, rng: Rng) -> Move:
        """Return the move whose points and prospects together are worth most."""
        places = _best_first(legal_places(observation))
        if len(places) == 1 and not observation.trade_max:
            return Place(places[0].tiles)
        if not places and not observation.trade_max:
            return Pass()
        counting = Counting(observation)
        if places and _has_open_hands(observation, counting):
            found = best_placement(observation.board, observation.hand or (), counting.unseen)
            return Place((found or places[0]).tiles)
        _, move = max(_weighed(observation, places, counting), key=lambda pair: pair[0])
        return move


def _has_open_hands(observation: Observation, counting: Counting) -> bool:
    """Return whether all tiles out of sight are the one opponent's hand."""
    return (
        len(observation.hand_counts) == 2
        and observation.bag_count == 0
        and len(counting.unseen) == counting.held_count
    )


def _weighed(
    observation: Observation, places: list[Placement], counting: Counting
) -> Iterator[tuple[float, Move]]:
    """Yield (worth, move) for every move in question; of equals the first is to be taken."""
    board = as_board(observation.board)
    hand = observation.hand or ()
    best = places[0].score if places else 0
    for place in places[:CANDIDATES]:
        if place.score >= best - SLACK:
            yield _place_worth(board, hand, place, observation, counting), Place(place.tiles)
    if observation.trade_max and best < TRADE_BELOW:
        for kept in _keepable(hand):
            given = tiles_left(hand, kept)[: observation.trade_max]
            leave = leave_of(tiles_left(hand, given))
            worth = leave.worth + outlook(board.anchors.values(), counting, leave.kinds)
            yield round(worth, _PLACES), Trade(given)


def _place_worth(
    board: Board,
    hand: tuple[Tile, ...],
    place: Placement,
    observation: Observation,
    counting: Counting,
) -> float:
    points = place.score if observation.bag_count else points_of(place, hand)
    leave = leave_of(tiles_left(hand, (tile for tile, _ in place.tiles)))
    after = board.with_tiles(place.tiles)
    worth = points + leave.worth + outlook(after.anchors.values(), counting, leave.kinds)
    return round(worth, _PLACES)


def _keepable(hand: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Return what may be worth keeping in a trade: the tiles of one line, no two alike."""
    lines = ({tile for tile in hand if BITS[tile] & line} for line in SETS)
    kept = {tuple(sorted(line)) for line in lines}
    return sorted(line for line in kept if len(line) < len(hand))


def _best_first(places: list[Placement]) -> list[Placement]:
    """Return the placements by points, most first; equals in the order of their tiles and cells.

    The order depends on nothing but the placements, so a choice by it can be repeated anywhere.
    """
    return sorted(places, key=lambda place: (-place.score, place.tiles))
