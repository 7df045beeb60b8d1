"""A standing order as its panel sends it, with script or without."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from games.core.errors import BadRequestError

type Wish = tuple[str, int]
"""A move in the notation, and the points it has to score at least."""

ADD, STOPS, CLEAR = "add", "stops", "clear"
UP, DOWN, REMOVE = "up", "down", "remove"

DIGITS_MAX = 3

BOX = "stop-"
"""What the names of the boxes of the stop rules begin with."""


def edited(choices: Sequence[Wish], data: Mapping[str, str]) -> list[Wish]:
    """Return the list of choices after what the pressed button does.

    Args:
        data: ``do`` add (with ``move`` and ``least``), stops, clear, or ``up-0``, ``down-0`` and
            ``remove-0``, which name a place of the list.

    Raises:
        BadRequestError: ``bad_request``, with what to fill in.
    """
    verb, _dash, place = data.get("do", "").partition("-")
    if verb == ADD:
        return [*choices, (_move(data), _least(data))]
    if verb == CLEAR:
        return []
    if verb == STOPS and choices:
        return list(choices)
    kept = list(choices)
    if verb not in (UP, DOWN, REMOVE) or place not in map(str, range(len(kept))):
        raise BadRequestError("bad_request", _("Add a move to your standing order first."))
    taken = kept.pop(int(place))
    if verb != REMOVE:
        kept.insert(max(0, int(place) + (1 if verb == DOWN else -1)), taken)
    return kept


def ticked(data: Mapping[str, str], before: Iterable[str]) -> list[str]:
    """Return the stop rules by name; only the form with the boxes can change them."""
    if data.get("do", "") not in (ADD, STOPS):
        return list(before)
    return [name.removeprefix(BOX) for name in data if name.startswith(BOX)]


def _move(data: Mapping[str, str]) -> str:
    move = data.get("move", "").strip()
    if not move:
        raise BadRequestError(
            "bad_request", _("Lay the tiles on the board first, or write the move.")
        )
    return move if move.lower().startswith("play") or "@" not in move else f"play {move}"


def _least(data: Mapping[str, str]) -> int:
    text = data.get("least", "").strip() or "0"
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS_MAX):
        raise BadRequestError("bad_request", _("Give the points as a number from 0 to 999."))
    return int(text)
