"""Chance as a record tells it: no luck is left (docs/notation.md section 3)."""

from collections.abc import Sequence


class RecordedChance:
    """The `Chance` of one recorded move.

    With ``drew`` exactly those tiles come out of the bag, in that order; without it the front
    of the bag does. Tiles given back go to the end. What does not fit is noted in `is_wrong`
    instead of raised at once, so that an earlier rule that is broken too can be named first.

    Attributes:
        drawn: every tile drawn so far.
    """

    def __init__(self, drew: Sequence[int] | None = None) -> None:
        self.drawn: list[int] = []
        self._wanted = None if drew is None else list(drew)
        self._is_missing = False

    @property
    def is_wrong(self) -> bool:
        """Whether the tiles told and the tiles due differ, or the bag did not hold them."""
        return self._is_missing or bool(self._wanted)

    def draw[T](self, bag: tuple[T, ...], count: int) -> tuple[tuple[T, ...], tuple[T, ...]]:
        """Return (drawn, rest of the bag)."""
        rest = list(bag)
        drawn = [rest.pop(self._next(rest)) for _ in range(min(count, len(rest)))]
        self.drawn.extend(tile for tile in drawn if isinstance(tile, int))
        return tuple(drawn), tuple(rest)

    def put_back[T](self, bag: tuple[T, ...], tiles: tuple[T, ...]) -> tuple[T, ...]:
        """Return the bag with the tiles at its end."""
        return bag + tiles

    def shuffled[T](self, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return the items as they are."""
        return items

    def below(self, limit: int) -> int:
        """Return 0: what chance decided before the first move is told by the record."""
        return 0

    def _next[T](self, bag: list[T]) -> int:
        if self._wanted is None:
            return 0
        if not self._wanted:
            self._is_missing = True
            return 0
        wanted = self._wanted.pop(0)
        for index, tile in enumerate(bag):
            if tile == wanted:
                return index
        self._is_missing = True
        return 0
