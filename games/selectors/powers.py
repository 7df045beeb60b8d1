"""The powers and star discs of a table: who holds what, and what the viewer may use now."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.core.types import Seat
from games.models import Game
from games.rules import registry
from games.rules.qwirkle.board import as_board
from games.rules.qwirkle.powers.moves import POWERS
from games.rules.qwirkle.powers.takeable import takeable_cells
from games.rules.qwirkle.state import Observation
from games.selectors.log import LogRow
from games.selectors.variants import power_name

STAR = "star"

type Powers = dict[str, Any]


def powers_of(seen: Observation, log: Sequence[LogRow], seat: Seat) -> list[dict[str, Any]]:
    """Return the powers of one seat, spent ones included, as ``power``, ``name``, ``is_used``."""
    kept = _kept(seen)
    if kept is None:
        return []
    held = kept["held"][seat]
    spent = [row["power"] for row in log if row["seat"] == seat and row["power"] in POWERS]
    return [
        {"power": power, "name": power_name(power), "is_used": power not in held}
        for power in POWERS
        if power in held or power in spent
    ]


def discs_of(seen: Observation, seat: Seat) -> int:
    """Return how many star discs a seat holds (rules 4.1.6)."""
    boards = seen.public_extras.get("boards")
    return boards["held"][seat] if boards else 0


def powers_view(game: Game, seen: Observation, log: Sequence[LogRow]) -> Powers | None:
    """Return what the viewer's dock shows of powers; None in a game without any.

    ``kind`` is ``token`` or ``card``; ``yours`` lists the viewer's powers and, while he holds one,
    the star disc, each with ``hint``, ``is_usable`` and ``why`` not; ``takeable`` the cells
    ``x,y`` by what takes from them; ``is_second`` tells the second turn of two; ``is_whole`` tells
    that a power was spent in this turn and cannot be taken back.
    """
    if not seen.public_extras:
        return None
    kept = _kept(seen) or {}
    return {
        "kind": "card" if "power_cards" in seen.public_extras else "token",
        "yours": [] if seen.viewer is None else _yours(seen, log, kept),
        "used": kept.get("used"),
        "is_second": bool(kept.get("is_second")),
        "takeable": _takeable(game, seen),
    }


def all_powers() -> list[dict[str, str]]:
    """Return ``power``, ``name`` and ``hint`` of every power, for the rules page."""
    return [
        {"power": power, "name": power_name(power), "hint": power_hint(power)} for power in POWERS
    ]


def power_hint(power: str) -> str:
    """Return what a power does, in one or two sentences."""
    return {
        "ask": _("First player who has it gives it to you. If nobody does, you draw one."),
        "draw3": _("Three more tiles now, then your turn. You draw again below six."),
        "singles": _("Lay three tiles one by one, wherever each fits. Each scores by itself."),
        "again": _("Play, draw up to six, and play again."),
        "trade": _("Change any of your tiles for new ones, then take your turn."),
        "take": _("One tile of the board goes into your rack, then you take your turn."),
        STAR: _("Give a disc away: one tile of the board goes into your rack."),
    }[power]


def _yours(
    seen: Observation, log: Sequence[LogRow], kept: Mapping[str, Any]
) -> list[dict[str, Any]]:
    seat = seen.viewer or 0
    own = powers_of(seen, log, seat)
    discs = discs_of(seen, seat)
    if discs:
        name = _("Star disc")
        own.append({"power": STAR, "name": name, "is_used": False, "count": discs})
    for entry in own:
        power = entry["power"]
        entry["hint"] = power_hint(power)
        entry["is_usable"] = power in seen.usable
        entry["why"] = _why_not(seen, kept, entry)
    return own


def _why_not(seen: Observation, kept: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """Return why a power cannot be used now; nothing when it can."""
    is_power = entry["power"] != STAR
    reasons = (
        (entry["is_usable"], ""),
        (entry["is_used"], _("You have used it.")),
        (seen.to_move != seen.viewer, _("On your turn.")),
        (is_power and kept.get("used"), _("One power per turn.")),
        (is_power and kept.get("is_second"), _("No power in the second turn of two.")),
        (not seen.board, _("Not before the first tiles lie on the board.")),
    )
    otherwise = _("It would change nothing now.")
    return next((reason for holds, reason in reasons if holds), otherwise)


def _takeable(game: Game, seen: Observation) -> dict[str, list[str]]:
    """Return the cells from which a power or a disc, if usable now, may take a tile."""
    board = as_board(seen.board)
    found = {}
    if "take" in seen.usable:
        found["take"] = takeable_cells(
            board,
            only_ends=seen.options["take_rule"] == "line_end",
            may_disconnect=registry.get_qwirkle(game.ruleset_key).may_disconnect(seen.options),
        )
    if STAR in seen.usable:
        found[STAR] = takeable_cells(board, only_ends=False, may_disconnect=True)
    return {name: [f"{x},{y}" for x, y in cells] for name, cells in found.items()}


def _kept(seen: Observation) -> Mapping[str, Any] | None:
    """Return what the module with the powers shows, whichever it is."""
    extras = seen.public_extras
    return extras.get("action_tokens") or extras.get("power_cards")
