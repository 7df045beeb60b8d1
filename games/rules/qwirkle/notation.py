"""Tiles, cells and moves as text (docs/notation.md section 1): one reader and one writer.

Input is read in either case and with any blanks between words; output is canonical.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from games.core.errors import BadRequestError
from games.core.types import Cell
from games.rules.qwirkle.moves import Leave, Move, Pass, Place, Trade
from games.rules.qwirkle.tiles import Tile, parse_tile, tile_text

type Placed = tuple[Tile, Cell]
"""One tile on one cell."""

MAX_MOVE_LENGTH = 4_000
"""Characters a move may have; a whole hand on far-away cells needs less than 200."""

_CELL = re.compile(r"([+-]?[0-9]{1,9}),([+-]?[0-9]{1,9})")
_SHOWN = 24


def parse_cell(text: str) -> Cell:
    """Return the (x, y) that ``x,y`` names; signed whole numbers of at most nine digits.

    Raises:
        BadRequestError: ``bad_request``.
    """
    match = _CELL.fullmatch(text)
    if match is None:
        raise BadRequestError(
            "bad_request", f"“{text[:_SHOWN]}” is no cell: write x,y as in “-2,3”."
        )
    return int(match[1]), int(match[2])


def cell_text(cell: Cell) -> str:
    """Return ``x,y``."""
    return f"{cell[0]},{cell[1]}"


def parse_placed(text: str) -> Placed:
    """Return the tile and the cell of ``RS@0,0``.

    Raises:
        BadRequestError: ``bad_request`` for the form, then ``unknown_tile``.
    """
    return parse_all_placed((text,))[0]


def parse_all_placed(texts: Iterable[str]) -> tuple[Placed, ...]:
    """Return several tiles on cells, in the order given.

    All forms are looked at before any tile: ``bad_request`` goes before ``unknown_tile``.

    Raises:
        BadRequestError: ``bad_request`` for a form, then ``unknown_tile``.
    """
    forms = [_split_placed(text) for text in texts]
    return tuple((parse_known_tile(tile), cell) for tile, cell in forms)


def parse_known_tile(text: str) -> Tile:
    """Return the tile of two plain letters; letters that only look alike are not read.

    Raises:
        BadRequestError: ``unknown_tile``.
    """
    return parse_tile(text if text.isascii() else "")


def parse_tiles(texts: Iterable[str]) -> tuple[Tile, ...]:
    """Return several tiles, in the order given.

    Raises:
        BadRequestError: ``unknown_tile``.
    """
    return tuple(parse_known_tile(text) for text in texts)


def placed_text(placed: Placed) -> str:
    """Return ``RS@0,0``."""
    tile, cell = placed
    return f"{tile_text(tile)}@{cell_text(cell)}"


def reading_order(placed: Iterable[Placed]) -> tuple[Placed, ...]:
    """Return the tiles row by row from the top, each row from the left.

    Along one line this is the order of the board.
    """
    return tuple(sorted(placed, key=_reading_key))


def placed_texts(placed: Iterable[Placed]) -> list[str]:
    """Return ``RS@0,0`` for every tile, in reading order."""
    return [placed_text(one) for one in reading_order(placed)]


def parse_move(text: str) -> Move:
    """Read a move of the base game.

    A placement's tiles come out in reading order (their order carries no meaning); the tiles of
    a trade keep theirs, for in that order they go back into the bag.

    Raises:
        BadRequestError: ``bad_request`` for the form, then ``unknown_tile``.
    """
    if len(text) > MAX_MOVE_LENGTH:
        raise BadRequestError("bad_request", "The move is too long to be one.")
    verb, *words = text.split() or [""]
    reader = _READERS.get(verb.lower())
    if reader is None:
        raise BadRequestError(
            "bad_request",
            f"“{verb[:_SHOWN]}” is no move of this game: write play, trade or pass.",
        )
    return reader(words)


def format_move(move: Move) -> str:
    """Write a move of the base game; `parse_move` reads it back."""
    match move:
        case Place():
            return " ".join(["play", *placed_texts(move.tiles)])
        case Trade():
            return " ".join(["trade", *map(tile_text, move.tiles)])
        case Pass():
            return "pass"
        case Leave():
            return "flag" if move.is_flag else "resign"


def _reading_key(placed: Placed) -> tuple[int, int, int]:
    tile, (x, y) = placed
    return y, x, tile


def _split_placed(text: str) -> tuple[str, Cell]:
    tile, sign, cell = text.partition("@")
    if not sign:
        raise BadRequestError(
            "bad_request", f"“{text[:_SHOWN]}” names no cell: write tile@x,y as in “RS@0,0”."
        )
    return tile, parse_cell(cell)


def _read_play(words: Sequence[str]) -> Move:
    if not words:
        raise BadRequestError(
            "bad_request", "Write at least one tile to play, as in “play RS@0,0”."
        )
    return Place(reading_order(parse_all_placed(words)))


def _read_trade(words: Sequence[str]) -> Move:
    if not words:
        raise BadRequestError("bad_request", "Write at least one tile to trade, as in “trade RS”.")
    return Trade(parse_tiles(words))


def _lone(move: Move) -> Callable[[Sequence[str]], Move]:
    def read(words: Sequence[str]) -> Move:
        if words:
            raise BadRequestError("bad_request", f"Nothing may follow “{format_move(move)}”.")
        return move

    return read


_READERS: dict[str, Callable[[Sequence[str]], Move]] = {
    "play": _read_play,
    "trade": _read_trade,
    "pass": _lone(Pass()),
    "resign": _lone(Leave()),
    "flag": _lone(Leave(is_flag=True)),
}
