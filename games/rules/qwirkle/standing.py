"""Standing orders: what a seat that waits wants played when its turn comes, judged by the rules.

An order only ever lays tiles: no trade, no pass, no power. Whether a choice is possible is what
`Ruleset.apply` says of it, and what it scores is what the move would score.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.chance import Chance
from games.core.errors import IllegalMoveError
from games.core.types import Cell, Phase, Seat
from games.rules.qwirkle.board import ACROSS, DOWN, QWIRKLE, as_board
from games.rules.qwirkle.moves import Place
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.scoring import QWIRKLE_BONUS
from games.rules.qwirkle.state import Observation, State

CHOICES_MAX = 10
LEAST_MAX = 999
"""Highest minimum that can be asked for; no move scores as much."""

TOO_FEW_POINTS = "too_few_points"


class Stop(StrEnum):
    """A rule that stops an order; each compares the turn that has come with when it was stored."""

    POWER = "power"
    """Another seat used a power or a star disc."""
    ASKED = "asked"
    """Another seat asked this one for a tile."""
    FIVE = "five"
    """Some cell completes a line of six with one tile, and did not before."""
    QWIRKLE = "qwirkle"
    """The hand can make a Qwirkle, and could not before."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Lay these tiles, if that scores so many points at least."""

    move: Place
    least: int


@dataclass(frozen=True, slots=True)
class Before:
    """What the stop rules ask of the table as it was: its fives, and whether a Qwirkle was there.

    ``fives`` are the cells that complete a line, as ``x,y`` and ``>`` (across) or ``v`` (down).
    """

    fives: frozenset[str]
    may_qwirkle: bool


@dataclass(frozen=True, slots=True)
class Since:
    """One move of the log since then, as far as everybody saw it.

    Attributes:
        cells: where it laid tiles.
        is_power: whether it spent a power or a star disc.
        asked: the seats that were asked for a tile.
    """

    seat: Seat
    cells: frozenset[Cell]
    is_power: bool
    asked: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an order comes to: a move, a rule that stops it, or neither.

    Attributes:
        points: of the move.
        by: the seat that set off the stop rule; None when nobody in particular did.
        refusals: by choice, in order, why it was not played; those after the move are not tried.
    """

    move: Place | None = None
    points: int = 0
    stop: Stop | None = None
    by: Seat | None = None
    refusals: tuple[str, ...] = ()


def look(ruleset: Qwirkle, seen: Observation) -> Before:
    """Return what the stop rules will want to know later of what this viewer sees now."""
    return Before(frozenset(_fives(ruleset, seen)), _may_qwirkle(ruleset, seen))


def decide(
    ruleset: Qwirkle,
    state: State,
    seat: Seat,
    choices: Sequence[Choice],
    stops: Iterable[Stop],
    *,
    before: Before,
    since: Sequence[Since],
    chance: Chance,
) -> Verdict:
    """Return what the seat, which is to move, does by its order.

    Args:
        before: of the table for which the order was stored.
        since: the moves since then, oldest first.
        chance: of the next move; only what a move scores is taken from the trial.
    """
    seen = ruleset.observe(state, seat, Phase.RUNNING)
    for stop in Stop:
        if stop in stops:
            is_hit, by = _test(stop, ruleset, seen, before, since)
            if is_hit:
                return Verdict(stop=stop, by=by)
    refusals: tuple[str, ...] = ()
    for choice in choices:
        try:
            step = ruleset.apply(state, seat, choice.move, chance)
        except IllegalMoveError as error:
            refusals += (error.code,)
            continue
        if step.points >= choice.least:
            return Verdict(move=choice.move, points=step.points, refusals=refusals)
        refusals += (TOO_FEW_POINTS,)
    return Verdict(refusals=refusals)


def _test(
    stop: Stop, ruleset: Qwirkle, seen: Observation, before: Before, since: Sequence[Since]
) -> tuple[bool, Seat | None]:
    """Return whether a stop rule holds, and by whom."""
    others = [move for move in since if move.seat != seen.viewer]
    if stop is Stop.QWIRKLE:
        return not before.may_qwirkle and _may_qwirkle(ruleset, seen), None
    if stop is Stop.FIVE:
        fresh = _fives(ruleset, seen)
        runs = [run for five, run in fresh.items() if five not in before.fives]
        by = [move.seat for move in others if any(move.cells & run for run in runs)]
        return bool(runs), by[-1] if by else None
    is_ask = stop is Stop.ASKED
    by = [move.seat for move in others if (seen.viewer in move.asked if is_ask else move.is_power)]
    return bool(by), by[-1] if by else None


def _fives(ruleset: Qwirkle, seen: Observation) -> dict[str, frozenset[Cell]]:
    """Return the cells where one tile completes a line of six, each with the tiles of its line."""
    board, region = as_board(seen.board), ruleset.region(seen.options)
    found = {}
    for cell, (across, down) in board.anchors.items():
        if not across.fits & down.fits or (region is not None and cell not in region):
            continue
        for slot, (x, y), sign in ((across, ACROSS, ">"), (down, DOWN, "v")):
            if slot.length == QWIRKLE - 1:
                first = -slot.before_length
                run = {(cell[0] + x * by, cell[1] + y * by) for by in range(first, first + QWIRKLE)}
                found[f"{cell[0]},{cell[1]}{sign}"] = frozenset(run - {cell})
    return found


def _may_qwirkle(ruleset: Qwirkle, seen: Observation) -> bool:
    """Return whether the viewer's hand could make a Qwirkle, were it his turn."""
    table = ruleset.table(seen)
    return any(
        line.is_qwirkle
        for place in ruleset.legal_places(replace(seen, to_move=seen.viewer))
        if place.score >= QWIRKLE + QWIRKLE_BONUS
        for line in ruleset.score(table, place.tiles).lines
    )
