"""Draws the icons of the installed app from the favicon; their files are part of the project."""

from pathlib import Path
from typing import Any

import resvg_py
from django.conf import settings
from django.core.management.base import BaseCommand

FOLDER = Path(settings.BASE_DIR) / "games" / "static" / "games" / "img"
CORNERS = ' rx="7"'
GROUND = '<rect width="32" height="32" rx="7" fill="#1d1b1e"/>'


class Command(BaseCommand):
    """`manage.py draw_icons`."""

    help = "Draw the icons of the installed app anew, after the favicon has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files beside the favicon."""
        for name, (svg, size) in icons((FOLDER / "favicon.svg").read_text()).items():
            (FOLDER / name).write_bytes(
                resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size)
            )


def icons(favicon: str) -> dict[str, tuple[str, int]]:
    """Return by file name the drawing and the side in pixels.

    A phone cuts the maskable icon and Apple's into its own form, so they fill the square; the
    badge of a notification is only a form, which the phone colours.
    """
    square = favicon.replace(CORNERS, "")
    badge = favicon.replace(GROUND, "").replace("#f3ead8", "#fff").replace("0 0 32 32", "3 3 26 26")
    return {
        "icon-192.png": (favicon, 192),
        "icon-512.png": (favicon, 512),
        "icon-maskable-512.png": (square, 512),
        "icon-apple-180.png": (square, 180),
        "badge-96.png": (badge, 96),
    }
