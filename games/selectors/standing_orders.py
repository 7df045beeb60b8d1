"""A player's own standing order, for his eyes alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.types import Seat
from games.models import Game, Player, StandingOrder
from games.rules.qwirkle.standing import CHOICES_MAX, TOO_FEW_POINTS, Stop

Outcome = StandingOrder.Outcome

FIRST_STOPS = (Stop.POWER, Stop.ASKED, Stop.FIVE)
"""Ticked when there is no order yet: whoever stored one could not foresee these."""


def with_own_order(game: Game, viewer_id: int | None) -> QuerySet[Player]:
    """Return the players by seat, the viewer with his order as ``own_order``, the others without.

    No query of a page reads anybody else's.
    """
    own = FilteredRelation("standing_order", condition=Q(user_id=viewer_id))
    players = game.players.annotate(own_order=own).order_by("seat")
    # The checker's plugin does not know that an annotated relation can be followed.
    return players.select_related("own_order")  # type: ignore[misc]


def order_view(
    game: Game, players: Sequence[Player], seat: Seat | None, *, has_powers: bool
) -> dict[str, Any] | None:
    """Return this seat's order and what became of its last one; None without a seat.

    Args:
        players: from `with_own_order` for the viewer.

    Returns:
        ``may_store``: whether it is another's turn in a running game; ``revision``, 0 without an
        order; ``is_open`` and ``is_full``; ``choices`` while it is open, each with ``tiles``,
        ``cells`` and ``least``; ``stops`` that this game can have, each with ``name``, ``text`` and
        ``is_on``; ``note``, one sentence on what became of it, or "".
    """
    if seat is None:
        return None
    order: StandingOrder | None = getattr(players[seat], "own_order", None)
    names = [player.user.get_username() for player in players]
    is_open = order is not None and order.is_open
    on = order.stops if order is not None and is_open else FIRST_STOPS
    is_left_out = () if has_powers else (Stop.POWER, Stop.ASKED)
    shown = order.choices if order is not None and is_open else []
    return {
        "may_store": game.is_running and game.to_move != seat,
        "is_open": is_open,
        "is_full": len(shown) >= CHOICES_MAX,
        "revision": 0 if order is None else order.revision,
        "choices": [_choice(entry) for entry in shown],
        "stops": [
            {"name": stop.value, "text": stop_text(stop), "is_on": stop in on}
            for stop in Stop
            if stop not in is_left_out
        ],
        "note": "" if order is None else _note(order, names),
    }


def stop_text(stop: Stop) -> str:
    """Return a stop rule as it stands beside its box."""
    return {
        Stop.POWER: _("an opponent uses a power"),
        Stop.ASKED: _("an opponent asks me for a tile"),
        Stop.FIVE: _("an opponent opens a line of five"),
        Stop.QWIRKLE: _("I can make a Qwirkle that I cannot make now"),
    }[stop]


def _choice(entry: Mapping[str, Any]) -> dict[str, Any]:
    placed = [word.partition("@") for word in entry["move"].split()[1:]]
    return {
        "tiles": [tile for tile, _at, _cell in placed],
        "cells": [cell for _tile, _at, cell in placed],
        "least": entry["least"],
    }


def _why(code: str) -> str:
    """Return why a choice was not played, in the fewest words."""
    return {
        "cell_taken": _("a cell was taken"),
        "not_in_hand": _("a tile was gone"),
        TOO_FEW_POINTS: _("too few points"),
    }.get(code, _("no longer legal"))


def _note(order: StandingOrder, names: Sequence[str]) -> str:
    """Return what became of an order; nothing while it waits or after its owner cleared it."""
    match order.outcome:
        case Outcome.PLAYED:
            points = order.points or 0
            return ngettext(
                "Played your standing order: %(count)d point.",
                "Played your standing order: %(count)d points.",
                points,
            ) % {"count": points}
        case Outcome.STOPPED:
            return _stopped(order, names)
        case Outcome.IMPOSSIBLE:
            return _impossible(order)
        case Outcome.OVER:
            return _("The game ended before your standing order.")
    return ""


def _impossible(order: StandingOrder) -> str:
    if order.reason == "failed":
        return _("Your standing order could not be tried. Please play by hand.")
    if order.reason == "passed":
        return _("Your standing order could not be played: your turn was passed.")
    whys = dict.fromkeys(_why(entry["refusal"]) for entry in order.choices)
    return _("Your standing order could not be played: %(reasons)s.") % {"reasons": ", ".join(whys)}


def _stopped(order: StandingOrder, names: Sequence[str]) -> str:
    name = _("Somebody") if order.by_seat is None else names[order.by_seat]
    return {
        Stop.POWER: _("Your standing order stopped: %(name)s used a power."),
        Stop.ASKED: _("Your standing order stopped: %(name)s asked you for a tile."),
        Stop.FIVE: _("Your standing order stopped: %(name)s opened a line of five."),
        Stop.QWIRKLE: _("Your standing order stopped: you can make a Qwirkle."),
    }[Stop(order.reason)] % {"name": name}


def open_wishes(game: Game, seat: Seat) -> tuple[list[tuple[str, int]], list[str]]:
    """Return the choices and the stop rules of this seat's order while it waits."""
    order = StandingOrder.objects.filter(
        player__game=game, player__seat=seat, outcome=Outcome.OPEN
    ).first()
    if order is None:
        return [], []
    return [(entry["move"], entry["least"]) for entry in order.choices], order.stops
