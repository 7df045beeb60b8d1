"""A turn as a bot sees it, and the same turn with another hand or another table."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.bots.bot import tiles_left
from games.core.types import Cell
from games.rules.qwirkle.board import Board, Slot, as_board
from games.rules.qwirkle.legality import legal_places
from games.rules.qwirkle.module import Table
from games.rules.qwirkle.movegen import Laid, Placement
from games.rules.qwirkle.powers.take import TAKE_RULE
from games.rules.qwirkle.powers.takeable import takeable_cells
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import Tile

STAR = "star"
"""Name of the star disc among what is usable."""


class Scene(NamedTuple):
    """What the viewer has before him, or what he would have if something were different.

    Attributes:
        game: the rules.
        seen: what he sees in truth; he is to move.
        board: tiles on the table.
        hand: his tiles.
        extras: what modules show, by module key.
        opening_count: tiles that a placement must have at least.
    """

    game: Qwirkle
    seen: Observation
    board: Board
    hand: tuple[Tile, ...]
    extras: Mapping[str, Mapping[str, Any]]
    opening_count: int

    # What may be done

    def places(self) -> list[Placement]:
        """Return the legal placements with their points."""
        table = Table(self.seen.options, self.board, self.extras)
        found = legal_places(table, self.hand, self.game.modules)
        count = self.opening_count
        return [place for place in found if len(place.tiles) >= count] if count else found

    def best_first(self) -> list[Placement]:
        """Return them by points, most first; equals in the order of their tiles and cells.

        The order depends on nothing but the placements, so a choice by it can be repeated anywhere.
        """
        return sorted(self.places(), key=lambda place: (-place.score, place.tiles))

    def most_points(self) -> int:
        """Return the most points that a placement brings; 0 when nothing fits."""
        return max((place.score for place in self.places()), default=0)

    def singles(self) -> list[Placement]:
        """Return the legal placements of one tile."""
        kinds = sorted(set(self.hand))
        return [place for kind in kinds for place in self.with_hand((kind,)).places()]

    def takeable(self, name: str) -> tuple[Cell, ...]:
        """Return the cells from which ``take`` or ``star`` may take a tile."""
        options = self.seen.options
        if name == STAR:
            return takeable_cells(self.board, only_ends=False, may_disconnect=True)
        return takeable_cells(
            self.board,
            only_ends=options[TAKE_RULE] == "line_end",
            may_disconnect=self.game.may_disconnect(options),
        )

    # What lies open

    def powers(self) -> Mapping[str, Any]:
        """Return what is shown of the powers; nothing in a game without them."""
        return self._showing("used")

    def discs(self) -> Mapping[str, Any]:
        """Return what is shown of the star discs; nothing in a game without them."""
        return self._showing("discs")

    def anchors(self) -> Iterable[tuple[Slot, Slot]]:
        """Return the slots of every empty cell next to a tile, as far as tiles may lie there."""
        region = self.game.region(self.seen.options)
        anchors = self.board.anchors
        if region is None:
            return anchors.values()
        return [slots for cell, slots in anchors.items() if cell in region]

    # What if

    def with_hand(self, hand: tuple[Tile, ...]) -> "Scene":
        """Return the scene with another hand."""
        return Scene(self.game, self.seen, self.board, hand, self.extras, self.opening_count)

    def with_board(self, board: Mapping[Cell, Tile]) -> "Scene":
        """Return the scene with another table."""
        return self._replace(board=as_board(board))

    def after(self, placed: Laid) -> "Scene":
        """Return the scene with tiles of the hand laid and nothing drawn yet."""
        board = self.board.with_tiles(placed)
        hand = tiles_left(self.hand, (tile for tile, _ in placed))
        return Scene(self.game, self.seen, board, hand, self.extras, 0)

    def lifted(self, cell: Cell, name: str) -> "Scene":
        """Return the scene with the tile of a cell in the hand, taken by ``take`` or ``star``."""
        tile = self.board[cell]
        shown = self.discs() if name == STAR else self.powers()
        extras = {
            key: {**kept, "taken": [*cell, tile]} if kept is shown else kept
            for key, kept in self.extras.items()
        }
        board = self.board.without(cell)
        return self._replace(board=board, hand=(*self.hand, tile), extras=extras)

    def _showing(self, name: str) -> Mapping[str, Any]:
        return next((kept for kept in self.extras.values() if name in kept), {})


def scene_of(seen: Observation, game: Qwirkle) -> Scene:
    """Return the scene as it is."""
    board, hand = as_board(seen.board), seen.hand or ()
    return Scene(game, seen, board, hand, seen.public_extras, seen.opening_count)
