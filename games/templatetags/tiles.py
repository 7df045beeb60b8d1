"""Tiles and avatars as markup: `{% tile %}`, `{% avatar %}`, and the `tile_name` filter."""

from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

register = template.Library()

_COLOURS: Final = {
    "R": gettext_noop("red"),
    "O": gettext_noop("orange"),
    "Y": gettext_noop("yellow"),
    "G": gettext_noop("green"),
    "B": gettext_noop("blue"),
    "P": gettext_noop("purple"),
}
_SHAPES: Final = {
    "C": gettext_noop("circle"),
    "D": gettext_noop("diamond"),
    "S": gettext_noop("square"),
    "X": gettext_noop("star"),
    "E": gettext_noop("sparkle"),
    "L": gettext_noop("clover"),
}
_SYMBOLS: Final = {
    "C": "circle",
    "D": "diamond",
    "S": "square",
    "X": "star",
    "E": "sun",
    "L": "clover",
}
_AVATAR_SHAPES: Final = ("circle", "clover", "sun", "diamond", "square", "star")
_FACE: Final = (
    '<svg aria-hidden="true"><use href="#s-{shape}"/>'
    '<use class="tile__mark" href="#m-{colour}"/></svg>'
)
_MARKUP: Final = {
    "span": '<span class="{classes}" data-c="{colour}" data-s="{shape}" role="img"'
    f' aria-label="{{name}}">{_FACE}</span>',
    "button": '<button type="button" class="{classes}" data-c="{colour}" data-s="{shape}"'
    ' role="option" aria-selected="false" data-tile="{text}" data-slot="{slot}"'
    ' aria-label="{name}" disabled>'
    f"{_FACE}</button>",
}


@register.filter
def tile_name(text: str) -> str:
    """Return a tile's name in the reader's language: ``"RS"`` becomes ``"red square"``.

    Text that names no tile is returned as it is, so a template never fails on a stored move.
    """
    if not _is_tile(text):
        return str(text)
    # Translators: the name of a tile, e.g. "red square"; swap the parts where your language does.
    return gettext("%(colour)s %(shape)s") % {
        "colour": gettext(_COLOURS[text[0]]),
        "shape": gettext(_SHAPES[text[1]]),
    }


@register.simple_tag
def tile(
    text: str, size: str = "", tag: str = "span", cls: str = "", slot: int | str = ""
) -> SafeString:
    """Return the markup of one tile.

    Args:
        text: two letters, colour and shape (docs/notation.md section 1).
        size: ``""``, ``"sm"`` (20 px) or ``"xs"`` (18 px).
        tag: ``"span"`` for a picture; ``"button"`` for a tile of the rack, which is an option of
            a list box and stays disabled until the page's script brings it to life.
        cls: further classes.
        slot: for a tile of the rack, its index in the hand.

    Raises:
        template.TemplateSyntaxError: the text names no tile, or the tag is neither of the two.
    """
    if not _is_tile(text) or tag not in _MARKUP:
        raise template.TemplateSyntaxError(f"no tile can be drawn from {text!r} as <{tag}>")
    colour = _COLOURS[text[0]]
    classes = " ".join(filter(None, ("tile", f"tile--{size}" if size else "", cls)))
    return format_html(
        _MARKUP[tag],
        classes=classes,
        colour=colour,
        shape=_SYMBOLS[text[1]],
        name=tile_name(text),
        text=text,
        slot=slot,
    )


@register.simple_tag
def avatar(
    user_id: int, name: str, is_bot: bool = False, is_here: bool | None = None
) -> SafeString:
    """Return a player's picture: the id picks one of six shapes and a hue, the name its initial.

    Bots are a near-black tile with an ivory shape and no initial, so they are known at a glance.
    The size comes from ``--s`` of the place where it stands.

    Args:
        is_here: draws a dot, full for somebody who is on the site now; None draws none.
    """
    return format_html(
        '<span class="ava{}" style="--h:{}" aria-hidden="true">'
        '<svg><use href="#s-{}"/></svg><span>{}</span>{}</span>',
        " ava--bot" if is_bot else "",
        # 137 degrees is the golden angle: neighbouring ids get hues far apart.
        user_id * 137 % 360,
        _AVATAR_SHAPES[user_id % len(_AVATAR_SHAPES)],
        "" if is_bot else name[:1].upper(),
        "" if is_here is None else format_html('<i class="{}"></i>', "on" if is_here else ""),
    )


def _is_tile(text: object) -> bool:
    return isinstance(text, str) and len(text) == 2 and text[0] in _COLOURS and text[1] in _SHAPES
