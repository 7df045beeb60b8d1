"""The games on the pictures, as the design shows them: who sits where, every move and its points.

Seat 0 is linnet, from whose side all pictures are seen; she opens every game, and the turns go
round. A line is a move in the notation (docs/notation.md) and what it scores.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.rng import Rng
from games.rules.qwirkle.moves import Place
from games.rules.qwirkle.notation import parse_move
from games.rules.qwirkle.tiles import HAND_SIZE, Tile, full_set, parse_tile

Deal = tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]
"""The hands by seat, and the bag, first drawn first."""


class Move(NamedTuple):
    """One move, what it scores (going out included), and the tiles it lays."""

    text: str
    points: int
    tiles: tuple[Tile, ...]


class Position(NamedTuple):
    """One game.

    Attributes:
        names: the players by seat.
        log: its moves, a line each.
        rack_after: after so many moves of all seats, the tiles that seat 0 holds and draws next,
            in the order in which they came.
        left: the tiles that each seat still holds when the log ends; unknown where it is empty.
    """

    names: tuple[str, ...]
    log: str
    rack_after: tuple[int, str] = (0, "")
    left: tuple[str, ...] = ()

    @property
    def moves(self) -> list[Move]:
        """The moves in order; number i is made by seat i modulo the seats."""
        return [_move(line) for line in self.log.strip().splitlines()]


def deal(position: Position) -> Deal:
    """Return hands and bag with which exactly these moves can be made.

    Each seat draws its tiles in the order in which it plays them, but for the rack that is known.
    Tiles that nobody plays come last, mixed.
    """
    moves, seats = position.moves, len(position.names)
    queues = [_in_order_of_drawing(position, seat) for seat in range(seats)]
    rest = list(Rng(b"pictures", "rest").shuffled(full_set()))
    for tile in [tile for queue in queues for tile in queue]:
        rest.remove(tile)
    sources = [_drawing(queue, rest) for queue in queues]
    hands = tuple(tuple(_take(source, HAND_SIZE)) for source in sources)
    bag: list[Tile] = []
    for number, move in enumerate(moves):
        bag += _take(sources[number % seats], len(move.tiles))
    return hands, (*bag, *rest)


def _in_order_of_drawing(position: Position, seat: int) -> list[Tile]:
    moves, seats = position.moves, len(position.names)
    after, rack = position.rack_after
    played = [tile for move in moves[seat::seats] for tile in move.tiles]
    if seat == 0:
        head = sum(len(move.tiles) for move in moves[:after:seats])
        known, tail = _tiles(rack), played[head:]
        for tile in known:
            tail.remove(tile)
        played = played[:head] + known + tail
    return played + (_tiles(position.left[seat]) if position.left else [])


def _drawing(queue: Sequence[Tile], rest: list[Tile]) -> Iterator[Tile]:
    yield from queue
    while rest:
        yield rest.pop(0)


def _take(source: Iterator[Tile], count: int) -> list[Tile]:
    """Return the next tiles, fewer when there are no more."""
    return [tile for _, tile in zip(range(count), source, strict=False)]


def _move(line: str) -> Move:
    text, _, points = line.strip().rpartition(" +")
    move = parse_move(text)
    assert isinstance(move, Place)
    return Move(text, int(points), tuple(tile for tile, _ in move.tiles))


def _tiles(text: str) -> list[Tile]:
    return [parse_tile(word) for word in text.split()]


TABLE = Position(
    ("linnet", "Tessa_K", "botanik"),
    """
    play OS@-1,0 BS@0,0 +2
    play BX@0,1 +2
    play PS@1,0 PX@1,1 +7
    play PC@1,2 OC@2,2 +5
    play PD@1,-1 GD@2,-1 RD@3,-1 +7
    play RX@3,1 RC@3,2 +5
    play YL@-1,-2 RL@0,-2 PL@1,-2 +8
    play BC@0,2 +7
    play BL@-2,-2 GL@2,-2 +7
    play RL@3,0 PL@4,0 +6
    play GL@5,0 GD@5,1 GX@5,2 +6
    play OX@2,1 OS@2,3 +7
    play GS@-2,0 BS@-2,1 PS@-2,2 +7
    play OL@-3,-2 OC@-3,-1 +14
    play OE@-3,-3 BE@-2,-3 +7
    play OL@6,0 OD@6,1 OX@6,2 +11
    play PS@-3,1 YS@-3,2 GS@-3,3 +7
    play RS@3,3 +7
    play OE@2,4 RE@3,4 +18
    play GE@1,4 GL@1,5 +5
    play YL@7,0 BL@8,0 +12
    play PE@1,-3 +12
    play YC@7,-1 YD@7,1 +6
    play RS@-3,4 RC@-2,4 RX@-1,4 +7
    play YX@7,2 +7
    play BX@8,2 BE@8,3 BC@8,4 +7
    play BC@9,3 PC@9,4 GC@9,5 +7
    play GX@1,6 GD@2,6 +5
    play YD@6,-2 YS@7,-2 +7
    play PE@4,4 PD@4,5 PC@4,6 +7
    play YD@5,-3 YX@5,-2 +5
    play YE@7,-3 OE@8,-3 BE@9,-3 +15
    play BX@-1,3 BL@0,3 +8
    play BD@8,1 PD@9,1 +10
    play RD@10,1 +12
    play YS@-4,1 GS@-4,2 +8
    play RS@-5,1 BS@-5,2 +10
    play OD@-4,-4 OS@-3,-4 +6
    play RE@10,-3 PE@11,-3 GE@12,-3 +12
    play GE@10,-4 RE@11,-4 +6
    play YL@4,-3 YE@4,-2 +8
    play OX@-3,-6 OD@-3,-5 +12
    play GC@5,3 OC@6,3 +10
    play YX@3,7 PX@4,7 +6
    play PX@5,6 RX@5,7 +7
    play RL@-4,4 PL@-4,5 +6
    play GC@10,4 RC@10,5 +7
    play YC@9,6 +4
    play GX@2,7 +6
    play RD@-5,4 +5
    play BD@-4,-5 +4
    play BD@10,2 +8
    """,
    rack_after=(18, "YX RE BS GD YD OE OC PE"),
    left=("", "OL", "YC YE"),
)

QUILL = Position(
    ("linnet", "quill"),
    """
    play BE@0,0 GE@0,-1 PE@0,1 +3
    play PC@-1,1 +2
    play BC@-1,0 +4
    play PL@1,1 +3
    play BL@1,0 GL@1,-1 +8
    play RL@1,-2 RD@2,-2 +6
    play OC@-1,2 OE@0,2 +9
    play OD@2,-3 +2
    play OL@1,-3 +7
    play GC@-1,-1 YC@-1,3 +8
    play RE@0,-2 +8
    play GD@2,-1 YD@2,-4 +8
    """,
)

ONYX = Position(
    ("linnet", "Onyx"),
    """
    play RL@0,0 OL@0,1 +2
    play BL@0,2 BX@-1,2 +5
    play PL@0,-1 PE@1,-1 PS@-1,-1 +7
    play PD@-2,-1 YD@-2,0 +6
    play PL@1,0 +4
    play BE@-2,2 BL@-2,3 +5
    play BC@-3,2 BX@-3,3 +8
    play YS@-3,0 YE@-4,0 +3
    play BS@-1,3 +5
    play RE@-4,1 GE@-5,1 YE@-6,1 +5
    play OE@-4,-1 PE@-5,-1 BE@-6,-1 +6
    play GL@2,0 RL@2,1 +5
    play YD@-6,2 GD@-5,2 +6
    play PS@1,-2 OS@2,-2 +5
    play GS@-1,-2 GD@-2,-2 GX@-3,-2 +8
    play BD@-2,-3 +4
    play YC@-6,3 YX@-6,4 +4
    play OL@3,0 GL@3,1 +8
    play RS@2,-3 RX@3,-3 RC@4,-3 +5
    play RD@-2,-4 RX@-3,-4 RC@-1,-4 +8
    play YL@3,2 YE@4,2 YC@5,2 +6
    play YX@5,3 YL@4,3 +6
    """,
)

HARBOUR = Position(
    ("linnet", "harbour"),
    """
    play YX@0,0 GX@1,0 +2
    play GE@1,1 +2
    play BX@2,0 BE@2,1 +7
    play GD@1,-1 +3
    play OE@3,1 +3
    play OS@3,2 OL@3,3 OC@3,4 +4
    play PL@4,3 PS@4,2 +6
    play YD@0,-1 YS@0,-2 YC@0,-3 +6
    play RL@5,3 +3
    play RS@5,2 +5
    play BL@2,3 BC@2,4 +8
    play YE@0,1 PE@4,1 +13
    play YX@-1,-2 +2
    play YS@-1,-3 +4
    play YE@-2,-2 OE@-2,-1 GE@-2,0 +6
    play GL@6,3 GD@6,4 +7
    play PE@-2,1 PS@-3,1 +6
    """,
)

PAPILLON = Position(
    ("linnet", "papillon", "tarn"),
    """
    play OE@0,0 +1
    play GE@1,0 YE@-1,0 +3
    play RE@0,1 PE@1,1 +6
    play YE@2,1 +3
    play RE@2,0 +6
    play GE@3,1 GL@3,2 GD@3,3 +7
    play YD@2,3 +2
    play YX@-1,-1 PX@-2,-1 OX@-3,-1 +5
    play YC@-1,-2 +3
    play OC@0,-2 +2
    play RC@1,-2 GC@1,-3 +5
    play OC@2,-3 PC@2,-2 +8
    play YS@-1,-3 +4
    play YD@-1,-4 +5
    play BX@-4,-1 YX@-4,0 +6
    play OE@4,1 OD@4,0 +7
    """,
)

NEBELKRAEHE = Position(
    ("linnet", "Nebelkrähe"),
    """
    play PX@0,0 YX@0,1 +2
    play BX@0,-1 BL@1,-1 BS@-1,-1 BC@2,-1 +7
    play PC@2,0 PS@3,0 +4
    play BE@-2,-1 OE@-2,0 GE@-2,-2 +8
    play RC@2,-2 GC@3,-2 +5
    play GC@2,-3 RC@3,-3 +8
    play YE@-2,1 RE@-3,1 +6
    play OC@2,-4 +5
    play GL@-3,-2 +2
    play GD@-4,-2 GS@-1,-2 +6
    play RS@-3,2 +2
    play RD@-4,2 +2
    play PL@4,0 OL@4,-1 BL@4,1 +6
    play RD@-3,3 YD@-4,3 OD@-5,3 +8
    play OE@-5,4 +2
    play GX@0,-2 +9
    play GD@-2,3 GS@-2,4 +6
    play YL@4,2 +4
    play YX@5,2 +2
    play RX@0,2 RC@-1,2 +7
    play PE@-2,-3 PS@-1,-3 +10
    """,
)

KETTLE = Position(
    ("linnet", "ivo_r", "saltmarsh", "Kettle"),
    """
    play RS@0,0 BS@1,0 +2
    play BE@1,-1 GE@2,-1 +4
    play OE@3,-1 +3
    play BL@1,1 +3
    play YL@2,1 +2
    play YX@2,2 YD@3,2 +4
    play BE@2,-2 PE@3,-2 +6
    play PS@-1,0 +3
    play PD@-1,-1 PC@-1,-2 +3
    play GC@-2,-2 +2
    play RC@-3,-2 RD@-3,-1 RX@-3,0 +6
    play RL@-3,-3 YL@-4,-3 GL@-2,-3 +9
    play RE@-3,1 RX@-4,1 +7
    play RE@4,-2 YE@4,-1 +9
    play OL@-5,-3 OD@-5,-4 OX@-5,-2 +7
    play RD@-4,2 OD@-5,2 +4
    play OC@-5,3 RC@-4,3 +7
    play PL@-1,-3 BL@-6,-3 +16
    play OS@-5,4 OC@-6,4 +5
    """,
)
