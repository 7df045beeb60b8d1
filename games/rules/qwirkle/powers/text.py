"""Moves that spend a power as text (docs/notation.md section 1)."""

from collections.abc import Callable, Sequence

from games.core.errors import BadRequestError
from games.rules.qwirkle.moves import ModuleMove
from games.rules.qwirkle.notation import (
    MAX_MOVE_LENGTH,
    cell_text,
    parse_all_placed,
    parse_cell,
    parse_known_tile,
    parse_tiles,
    placed_text,
)
from games.rules.qwirkle.powers.moves import (
    POWERS,
    UseAgain,
    UseAsk,
    UseDraw3,
    UsePower,
    UseSingles,
    UseTake,
    UseTrade,
)
from games.rules.qwirkle.tiles import tile_text


def parse_use(text: str) -> UsePower | None:
    """Read ``use …``; None when the text is another move.

    Raises:
        BadRequestError: ``bad_request`` for the form, then ``unknown_tile``.
    """
    verb, power, *words = [*text[:MAX_MOVE_LENGTH].split(), "", ""][:2] + text.split()[2:]
    if verb.lower() != "use" or power.lower() not in _READERS:
        return None
    return _READERS[power.lower()](words)


def format_use(move: ModuleMove) -> str:
    """Write a move that spends a power; `parse_use` reads it back."""
    match move:
        case UseAsk():
            words = [tile_text(move.tile)]
        case UseSingles():
            words = list(map(placed_text, move.tiles))
        case UseTrade():
            words = list(map(tile_text, move.tiles))
        case UseTake():
            words = [cell_text(move.cell)]
        case _:
            words = []
    assert isinstance(move, UsePower)
    return " ".join(["use", move.power, *words])


def _refuse(sentence: str) -> BadRequestError:
    return BadRequestError("bad_request", sentence)


def _read_ask(words: Sequence[str]) -> UsePower:
    if len(words) != 1:
        raise _refuse("Name one tile to ask for, as in “use ask OC”.")
    return UseAsk(parse_known_tile(words[0]))


def _read_singles(words: Sequence[str]) -> UsePower:
    if not 1 <= len(words) <= 3:
        raise _refuse("Write one to three tiles, as in “use singles GL@5,0 BX@4,3 RC@1,-2”.")
    return UseSingles(parse_all_placed(words))


def _read_trade(words: Sequence[str]) -> UsePower:
    if not words:
        raise _refuse("Write at least one tile to trade, as in “use trade RS YX”.")
    return UseTrade(parse_tiles(words))


def _read_take(words: Sequence[str]) -> UsePower:
    if len(words) != 1:
        raise _refuse("Name the place of one tile, as in “use take 3,-1”.")
    return UseTake(parse_cell(words[0]))


def _lone(move: UsePower) -> Callable[[Sequence[str]], UsePower]:
    def read(words: Sequence[str]) -> UsePower:
        if words:
            raise _refuse(f"Nothing may follow “{format_use(move)}”.")
        return move

    return read


_READERS: dict[str, Callable[[Sequence[str]], UsePower]] = {
    "ask": _read_ask,
    "draw3": _lone(UseDraw3()),
    "singles": _read_singles,
    "again": _lone(UseAgain()),
    "trade": _read_trade,
    "take": _read_take,
}
assert tuple(_READERS) == POWERS
