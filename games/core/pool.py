"""The pools in which games are rated: games of a kind, at tables of a size."""

from dataclasses import dataclass

DUEL, TABLE = "duel", "table"


@dataclass(frozen=True, slots=True)
class Pool:
    """One ladder.

    Attributes:
        family: ``qwirkle``, or ``expansions`` for Qwirkle with any of them.
        size: ``duel`` for two seats, ``table`` for three or four.
    """

    family: str
    size: str

    @property
    def key(self) -> str:
        """The pool's name in the database, as in "qwirkle-duel"."""
        return f"{self.family}-{self.size}"


def pool_of(ruleset_key: str, seats: int) -> Pool:
    """Return the pool in which a game is rated.

    Args:
        ruleset_key: as in docs/notation.md section 2.
    """
    family, *modules = ruleset_key.split("+")
    if family == "qwirkle" and modules:
        family = "expansions"
    return Pool(family, DUEL if seats == 2 else TABLE)


POOLS = tuple(Pool(family, size) for family in ("qwirkle", "expansions") for size in (DUEL, TABLE))
"""In the order in which they are shown."""
