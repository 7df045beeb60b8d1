"""Try standing orders in the transaction that hands their owners the turn.

Whatever happens to an order, the move that led to it stands: an order is tried behind a savepoint,
and one that fails is closed, with the reason for its owner.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import OperationalError, transaction

from games.core.rng import SeededChance, rng_for
from games.core.types import Seat
from games.models import Ply, StandingOrder
from games.rules import registry
from games.rules.qwirkle.moves import Place
from games.rules.qwirkle.notation import parse_cell, parse_move
from games.rules.qwirkle.standing import Before, Choice, Since, Stop, Verdict, decide
from games.services.locking import LockedGame, lock_game

logger = logging.getLogger(__name__)

FAILED = "failed"
"""Reason of an order that broke on a mistake of ours."""

PASSED = "passed"
"""Reason of an order whose turn the house passed, as no tile could be laid."""

type Play = Callable[[LockedGame, Seat, Place, datetime], list[Ply]]
"""Makes one move and what follows by itself, stores it, and returns the plies."""

Outcome = StandingOrder.Outcome


def obey_orders(table: LockedGame, plies: list[Ply], now: datetime, play: Play) -> None:
    """After a move, play the order of the seat that is to move, then that of the next, and so on.

    Each order is tried once and closed by that, so a chain ends after as many moves as there are
    seats. Whoever made the move himself has no more use for what became of his own.

    Args:
        plies: the move and what followed by itself.

    Lock: the caller holds the game, and has stored the move.
    """
    found = {player.seat: getattr(player, "standing_order", None) for player in table.players}
    orders = {seat: order for seat, order in found.items() if order is not None}
    own = orders.pop(plies[0].seat, None)
    if own is not None:
        own.delete()
    while True:
        for ply in plies[1:]:
            passed = orders.pop(ply.seat, None)
            if passed is not None and passed.is_open:
                _close(passed, Outcome.IMPOSSIBLE, now, reason=PASSED)
        to_move = table.game.to_move
        due = None if to_move is None else orders.pop(to_move, None)
        if to_move is None or due is None or not due.is_open:
            return
        plies = _obey(table, to_move, due, now, play)
        if not plies:
            return


def _obey(
    table: LockedGame, seat: Seat, order: StandingOrder, now: datetime, play: Play
) -> list[Ply]:
    """Try one order and close it; return the plies of its move, none when it did not play."""
    try:
        with transaction.atomic():
            verdict = _verdict(table, seat, order)
            _close_by(order, verdict, now)
            return [] if verdict.move is None else play(table, seat, verdict.move, now)
    except OperationalError:
        raise  # The database is in the way: the whole command is tried again.
    except Exception as error:  # noqa: BLE001  the opponent's move must not suffer by it
        # No traceback and no sentence: they could name tiles of the hand.
        fault = getattr(error, "code", type(error).__name__)
        logger.error("An order failed in game %s: %s", table.game.public_id, fault)  # noqa: TRY400
        vars(table).update(vars(lock_game(table.game.public_id)))
        _close(order, Outcome.IMPOSSIBLE, now, reason=FAILED)
        return []


def _verdict(table: LockedGame, seat: Seat, order: StandingOrder) -> Verdict:
    game = table.game
    log = Ply.objects.filter(game=game, number__gte=order.version).order_by("number")
    return decide(
        registry.get_qwirkle(game.ruleset_key),
        table.state,
        seat,
        [_choice(entry["move"], entry["least"]) for entry in order.choices],
        [Stop(name) for name in order.stops],
        before=Before(frozenset(order.before["fives"]), order.before["may_qwirkle"]),
        since=[_since(ply) for ply in log],
        chance=SeededChance(rng_for(bytes(table.secret.seed), game.public_id, game.version)),
    )


def _choice(move: str, least: int) -> Choice:
    place = parse_move(move)
    if not isinstance(place, Place):
        raise TypeError("An order lays tiles.")
    return Choice(place, least)


def _since(ply: Ply) -> Since:
    """Return a move of the log as the stop rules look at it; its text is what everybody saw."""
    verb, *words = ply.move.split()
    asked = [seat for event in ply.events for seat in event.get("asked", ())]
    cells = [parse_cell(word.partition("@")[2]) for word in words if "@" in word]
    return Since(ply.seat, frozenset(cells), verb == "use", frozenset(asked))


def _close_by(order: StandingOrder, verdict: Verdict, now: datetime) -> None:
    """Close an order as it came out; each choice that was refused keeps its reason."""
    for entry, refusal in zip(order.choices, verdict.refusals, strict=False):
        entry["refusal"] = refusal
    if verdict.move is not None:
        order.points = verdict.points
        _close(order, Outcome.PLAYED, now)
    elif verdict.stop is not None:
        order.by_seat = verdict.by
        _close(order, Outcome.STOPPED, now, reason=verdict.stop)
    else:
        _close(order, Outcome.IMPOSSIBLE, now)


def _close(order: StandingOrder, outcome: Outcome, now: datetime, *, reason: str = "") -> None:
    order.outcome, order.reason, order.closed_at = outcome, reason, now
    order.revision += 1
    order.save()
