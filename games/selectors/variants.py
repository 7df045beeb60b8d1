"""What people call a game with its expansions and options."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rules import registry

BASE = "qwirkle"


def variant_name(key: str, options: Mapping[str, Any] | None = None) -> str:
    """Return the name of a ruleset, e.g. ``Action tokens · Connect``.

    Args:
        key: registry key (docs/notation.md section 2).
        options: of the game or offer; they tell which sides the boards show.
    """
    options = options or {}
    modules = key.split("+")[1:]
    if not modules:
        return {BASE: _("Base Qwirkle")}.get(key, key)
    names = {
        "action_tokens": _("Action tokens"),
        "power_cards": _("Super-power cards"),
        "boards": sides_name(options.get("boards")),
    }
    # What changes the hand comes first, where it is played last.
    ordered = sorted(modules, key=lambda module: (module == "boards", module))
    return " · ".join(names.get(module, module) for module in ordered)


def variant_choices() -> list[tuple[str, str]]:
    """Return every ruleset key with its name, for a choice of one."""
    return [(key, variant_name(key)) for key in registry.keys()]  # noqa: SIM118


def sides_name(boards: str | None) -> str:
    """Return the sides that the boards show; ``Boards`` while they are left to chance."""
    letters = set(boards or "") - {"'"}
    if letters == {"c"}:
        return _("Connect")
    if letters == {"s"}:
        return _("Select")
    return _("Connect and Select") if letters else _("Boards")


def variant_notes(options: Mapping[str, Any]) -> list[str]:
    """Return in a few words what of the options differs from what most games play."""
    notes = []
    tokens = options.get("tokens")
    if tokens is not None and len(tokens) < len(_power_names()):
        notes.append(", ".join(power_name(power) for power in tokens))
    if options.get("tokens_from") == "start":
        notes.append(_("a full set at the start"))
    powers = options.get("powers")
    if powers:
        notes.append(", ".join(power_name(power) for power in powers))
    return notes


def power_name(power: str) -> str:
    """Return what people call a power or the use of a star disc."""
    return _power_names().get(power, power)


def _power_names() -> dict[str, str]:
    return {
        "ask": _("Ask for a tile"),
        "draw3": _("Draw three tiles"),
        "singles": _("Three single tiles"),
        "again": _("Extra turn"),
        "trade": _("Trade tiles"),
        "take": _("Take a tile"),
    }
