"""A ledger calculated anew, game by game, by the same formula that wrote it. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from games.core.elo import SCALE, START, Entrant, changes, k_factor


class Said(NamedTuple):
    """What is said of one row: ratings in thousandths of a point, K in thousandths."""

    before: int
    after: int
    k: int
    games: int


class Line(NamedTuple):
    """One row of the ledger.

    Attributes:
        game: None for a rating that was set back to the start.
        is_anchor: a bot's row, whose rating stays.
        said: what the row says now.
    """

    id: int
    game: int | None
    user: int
    place: int
    has_left: bool
    is_anchor: bool
    said: Said


class Standing(NamedTuple):
    """Where somebody is: thousandths of a point, and rated games."""

    rating: int = START
    games: int = 0


NEWCOMER = Standing()


def games_of(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Give the lines game by game; one without a game stands alone."""
    for game, group in groupby(lines, attrgetter("game")):
        if game is None:
            yield from ([line] for line in group)
        else:
            yield list(group)


def replay(
    game: Sequence[Line], standings: dict[int, Standing], counts: Callable[[int], bool]
) -> list[Said]:
    """Return what each line of one game has to say, and bring the standings up to it.

    Args:
        standings: by user; whoever is missing is a newcomer. Changed.
        counts: whether a game is rated; one that is not leaves everything as it was.
    """
    number = game[0].game
    entrants = [
        Entrant(line.said.before, line.said.games, line.place, line.has_left, is_anchor=True)
        if line.is_anchor
        else Entrant(*standings.get(line.user, NEWCOMER), line.place, line.has_left)
        for line in game
    ]
    if number is None or not counts(number):
        for line in game:
            if not line.is_anchor:  # whose only game is annulled is a newcomer again
                standings.setdefault(line.user, NEWCOMER)
        said = [Said(one.rating, one.rating, 0, one.games) for one in entrants]
        if number is None:
            said = [one._replace(after=START) for one in said]
            standings[game[0].user] = NEWCOMER
        return said
    said = []
    for line, one, change in zip(game, entrants, changes(entrants), strict=True):
        after = one.rating + change
        k = 0 if one.is_anchor else round(SCALE * k_factor(one.games))
        said.append(Said(one.rating, after, k, one.games))
        if not one.is_anchor:
            standings[line.user] = Standing(after, one.games + 1)
    return said


def standing_after(line: Line) -> Standing:
    """Return where somebody stands after a row of his, by what it says."""
    if line.game is None:
        return NEWCOMER
    return Standing(line.said.after, line.said.games + (line.said.k > 0))
