"""A position on one line, for links, puzzles and bug reports (docs/notation.md section 3)."""

import re
from dataclasses import dataclass

from games.core.types import Seat
from games.rules.qwirkle.notation import Placed, parse_all_placed, parse_tiles, placed_texts
from games.rules.qwirkle.tiles import Tile, tile_text
from games.rules.records.form import HIDDEN
from games.rules.records.jsonform import refuse
from games.rules.records.replay import board_of, check_copies, check_region, qwirkle_ruleset

MAX_TEXT = 20_000
MAX_SEATS = 4
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Position:
    """What a position line tells.

    Attributes:
        board: tiles on cells, in reading order.
        hands: one for each seat; None = unknown.
        scores: one for each seat.
        bag_count: tiles in the bag.
    """

    ruleset: str
    board: tuple[Placed, ...]
    hands: tuple[tuple[Tile, ...] | None, ...]
    scores: tuple[int, ...]
    to_move: Seat
    bag_count: int


def position_line(position: Position) -> str:
    """Return ``ruleset|board|hands|scores|to_move|bag_count``."""
    hands = (HIDDEN if hand is None else " ".join(map(tile_text, hand)) for hand in position.hands)
    return "|".join(
        (
            position.ruleset,
            " ".join(placed_texts(position.board)),
            ";".join(hands),
            ",".join(map(str, position.scores)),
            str(position.to_move),
            str(position.bag_count),
        )
    )


def parse_position(line: str) -> Position:
    """Read a position line of a Qwirkle ruleset.

    Raises:
        DomainError: ``bad_request`` for the form, ``unknown_tile``, ``too_many_copies``, or
            ``cell_taken`` for a cell that holds two tiles, or ``cell_off_board``.
    """
    if len(line) > MAX_TEXT:
        refuse("The line is too long to be a position.")
    fields = line.strip().split("|")
    if len(fields) != 6:
        refuse("Write a position as ruleset|board|hands|scores|to_move|bag_count.")
    ruleset, board, hands, scores, to_move, bag_count = (field.strip() for field in fields)
    points = tuple(_whole(score) for score in scores.split(","))
    hand_texts = [hand.strip() for hand in hands.split(";")]
    if not 1 <= len(points) <= MAX_SEATS or len(hand_texts) != len(points):
        refuse(f"Write one hand and one score for each of one to {MAX_SEATS} seats.")
    seat, count = _whole(to_move), _whole(bag_count)
    if not 0 <= seat < len(points) or count < 0:
        refuse("The seat to move or the number of tiles in the bag cannot be.")
    game = qwirkle_ruleset(ruleset)
    position = Position(
        ruleset=game.key,
        board=parse_all_placed(board.split()),
        hands=tuple(None if hand == HIDDEN else parse_tiles(hand.split()) for hand in hand_texts),
        scores=points,
        to_move=seat,
        bag_count=count,
    )
    check_copies([tile for tile, _ in position.board], *(hand or () for hand in position.hands))
    check_region(board_of(position.board), game.region(game.parse_options({})))
    return position


def _whole(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        refuse(f"“{text[:24]}” is no whole number.")
    return int(text)
