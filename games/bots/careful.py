"""Looks at what a move leaves behind: on the board, in the hand, and at the end."""

from collections.abc import Iterator, Mapping
from functools import partial

from games.bots.bot import tiles_left
from games.bots.counting import Counting
from games.bots.endgame import best_placement
from games.bots.prospects import Prospects
from games.bots.scene import Scene, scene_of
from games.bots.spending.keeping import use_worth_most
from games.bots.spending.turn import Turn
from games.bots.spending.twice import first_of_two
from games.bots.spending.uses import keepable
from games.core.rng import Rng
from games.core.types import Cell
from games.rules.qwirkle.movegen import Placement
from games.rules.qwirkle.moves import AnyMove, Pass, Place, Trade
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import Tile

CANDIDATES = 24
"""Placements that are weighed, by points; one that scores much less than the best never wins."""

SLACK = 7
"""Points below the best beyond which a placement is not weighed."""

TRADE_BELOW = 4
"""A trade is weighed only when no placement scores so much; the average turn brings eight."""


class CarefulBot:
    """Counts tiles, leaves no open fives, keeps what goes together and looks ahead at the end."""

    key = "careful"
    name = "Careful"
    strength = "Counts tiles, leaves no fives, mostly beats Greedy."
    anchor = 1610

    def choose(self, observation: Observation, rng: Rng, game: Qwirkle) -> AnyMove:
        """Return the move whose points and prospects together are worth most."""
        scene = scene_of(observation, game)
        counting = Counting(observation)
        prospects = Prospects(counting)
        turn = Turn(scene, prospects, counting, rng)
        use = use_worth_most(turn) if observation.usable else None
        if use is not None:
            return use.move
        places = scene.best_first()
        if len(places) == 1 and not observation.trade_max:
            return Place(places[0].tiles)
        if not places and not observation.trade_max:
            return Pass()
        first = first_of_two(turn) if scene.powers().get("again") else None
        if first is not None:
            return Place(first.place.tiles)
        if places and _has_open_hands(observation, counting):
            found = best_placement(
                observation.board,
                scene.hand,
                counting.unseen,
                generate=partial(_places_of, scene) if game.modules.all else None,
            )
            return Place((found or places[0]).tiles)
        _, move = max(_weighed(scene, places, prospects), key=lambda pair: pair[0])
        return move


def _has_open_hands(observation: Observation, counting: Counting) -> bool:
    """Return whether all tiles out of sight are the one opponent's hand."""
    return (
        len(observation.hand_counts) == 2
        and observation.bag_count == 0
        and len(counting.unseen) == counting.held_count
    )


def _places_of(scene: Scene, board: Mapping[Cell, Tile], hand: tuple[Tile, ...]) -> list[Placement]:
    return scene.with_board(board).with_hand(hand).places()


def _weighed(
    scene: Scene, places: list[Placement], prospects: Prospects
) -> Iterator[tuple[float, AnyMove]]:
    """Yield (worth, move) for every move in question; of equals the first is to be taken."""
    best = places[0].score if places else 0
    for place in places[:CANDIDATES]:
        if place.score >= best - SLACK:
            yield prospects.place(scene, place), Place(place.tiles)
    most = scene.seen.trade_max
    if most and best < TRADE_BELOW:
        for kept in keepable(scene.hand):
            given = tiles_left(scene.hand, kept)[:most]
            yield prospects.trade(scene, given), Trade(given)
