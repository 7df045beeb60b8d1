"""Where drawn tiles come from: the game's own seed, or what a record says was drawn."""

from typing import Protocol


class Chance(Protocol):
    """The one source of luck for a step. ``T`` is the game's tile type (an int)."""

    def draw[T](self, bag: tuple[T, ...], count: int) -> tuple[tuple[T, ...], tuple[T, ...]]:
        """Return (drawn, rest of the bag). Draws fewer when the bag runs short; never more."""
        ...

    def put_back[T](self, bag: tuple[T, ...], tiles: tuple[T, ...]) -> tuple[T, ...]:
        """Return the bag with the tiles in it again, mixed where chance is real."""
        ...

    def shuffled[T](self, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return the items in a random order."""
        ...

    def below(self, limit: int) -> int:
        """Return a whole number 0 <= n < limit, evenly spread."""
        ...
