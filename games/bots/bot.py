"""The `Bot` protocol, and how the simple sorts of move are made."""

from collections.abc import Iterable
from typing import Protocol

from games.core.rng import Rng
from games.rules.qwirkle.moves import AnyMove
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import Tile


class Bot(Protocol):
    """A player for one seat. It keeps nothing from one turn to the next.

    Attributes:
        key: registry key, stored with the bot's account.
        name: user name of that account.
        strength: one plain English sentence for the lobby; the page translates it.
        anchor: rating in points; it never changes, and so holds the scale of all ratings.
    """

    @property
    def key(self) -> str: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def strength(self) -> str: ...  # noqa: D102

    @property
    def anchor(self) -> int: ...  # noqa: D102

    def choose(self, observation: Observation, rng: Rng, game: Qwirkle) -> AnyMove:
        """Return a legal move for the viewer, whose turn it must be.

        The same observation and the same stream of chance give the same move.

        Args:
            game: the rules, for questions about what is legal and what it scores.
        """
        ...


def tiles_left(hand: Iterable[Tile], used: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the hand without the used tiles, counted with multiplicity, in the hand's order."""
    kept = list(hand)
    for tile in used:
        kept.remove(tile)
    return tuple(kept)
