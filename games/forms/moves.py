"""A move as the plain form sends it, without script."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from games.core.errors import BadRequestError

ROWS = range(6)
"""Rows of the plain form: nobody can lay more than six tiles at once."""

COORDINATE_DIGITS_MAX = 4


def move_text(data: Mapping[str, str], traded: Iterable[str], hand: list[str]) -> str:
    """Return the move that the plain form describes, in the notation.

    Args:
        data: ``kind`` play, trade, pass or use; for play ``tile-0``, ``x-0``, ``y-0`` and so on;
            for use ``power`` and ``on``, what it is used on, in the notation.
        traded: indexes into the hand, for a trade.
        hand: the player's tiles in the order the form showed them.

    Raises:
        BadRequestError: ``bad_request``, with what to fill in.
    """
    kind = data.get("kind", "play")
    if kind == "pass":
        return "pass"
    if kind == "use":
        return " ".join(["use", *data.get("power", "").split()[:1], *data.get("on", "").split()])
    if kind == "trade":
        return " ".join(["trade", *_traded_tiles(traded, hand)])
    if kind != "play":
        raise BadRequestError("bad_request", _("Choose to play, to trade or to pass."))
    placed = [tile for row in ROWS if (tile := _placed(data, row))]
    if not placed:
        raise BadRequestError("bad_request", _("Choose at least one tile and its place."))
    return " ".join(["play", *placed])


def _placed(data: Mapping[str, str], row: int) -> str:
    """Return ``RS@0,0`` for one row of the form, or nothing for an empty row."""
    tile, x, y = (data.get(f"{name}-{row}", "").strip() for name in ("tile", "x", "y"))
    if not tile:
        return ""
    if not (_is_coordinate(x) and _is_coordinate(y)):
        raise BadRequestError(
            "bad_request", _("Give a column and a row, as whole numbers, for every tile.")
        )
    return f"{tile[:2]}@{int(x)},{int(y)}"


def _is_coordinate(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= COORDINATE_DIGITS_MAX


def _traded_tiles(traded: Iterable[str], hand: list[str]) -> list[str]:
    slots = set(traded)
    tiles = [tile for slot, tile in enumerate(hand) if str(slot) in slots]
    if not tiles:
        raise BadRequestError("bad_request", _("Tick the tiles that you want to trade."))
    return tiles
