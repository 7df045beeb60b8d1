"""The 36 kinds of tiles and the 108-tile bag."""

from typing import NewType

from games.core.errors import BadRequestError

Tile = NewType("Tile", int)
"""A kind of tile: 6 * colour + shape, 0..35. Modules may use numbers from 36 on in the bag."""

COLOURS = "ROYGBP"
"""Red, orange, yellow, green, blue, purple."""

SHAPES = "CDSXEL"
"""Circle, diamond, square, four-pointed star, eight-pointed star, clover."""

COLOUR_NAMES = ("red", "orange", "yellow", "green", "blue", "purple")
SHAPE_NAMES = ("circle", "diamond", "square", "star", "sparkle", "clover")

KINDS = tuple(Tile(number) for number in range(36))
COPIES = 3
HAND_SIZE = 6

_TEXT = tuple(COLOURS[kind // 6] + SHAPES[kind % 6] for kind in KINDS)
_KIND = {text: kind for kind, text in zip(KINDS, _TEXT, strict=True)}


def colour(tile: Tile) -> int:
    """Return the colour's index in `COLOURS`."""
    return tile // 6


def shape(tile: Tile) -> int:
    """Return the shape's index in `SHAPES`."""
    return tile % 6


def tile_text(tile: Tile) -> str:
    """Return the two letters of a tile, e.g. ``RS`` (docs/notation.md section 1)."""
    return _TEXT[tile]


def parse_tile(text: str) -> Tile:
    """Return the tile that two letters name, in either case.

    Raises:
        BadRequestError: ``unknown_tile``.
    """
    kind = _KIND.get(text.upper())
    if kind is None:
        raise BadRequestError(
            "unknown_tile",
            f"“{text[:12]}” is no tile: write a colour (R O Y G B P) and a shape (C D S X E L).",
        )
    return kind


def full_set() -> tuple[Tile, ...]:
    """Return the 108 tiles in a fixed order (rules 1.1.1)."""
    return tuple(kind for kind in KINDS for _ in range(COPIES))
