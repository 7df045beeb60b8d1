"""Lays pictures of the same name side by side: the given one left, ours right."""

import base64
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize

GAP_PX = 8
PAGE = """<!doctype html><style>
  body {{ margin: 0; display: flex; gap: {gap}px; width: max-content; background: #f0f; }}
  img {{ display: block; align-self: start; }}
</style><body>{images}</body>"""


def lay_beside(browser: Browser, names: Iterable[str], given: Path, ours: Path) -> list[Path]:
    """Write a pair into ``ours``/beside for each name that both folders hold; return the files."""
    folder = ours / "beside"
    folder.mkdir(parents=True, exist_ok=True)
    page = browser.new_page(viewport={"width": 100, "height": 100})
    made = []
    for name in names:
        sources = [given / f"{name}.png", ours / f"{name}.png"]
        if not all(source.exists() for source in sources):
            continue
        page.set_content(PAGE.format(gap=GAP_PX, images="".join(map(_image, sources))))
        box = page.locator("body").bounding_box()
        assert box is not None
        extent = ViewportSize(width=round(box["width"]), height=round(box["height"]))
        page.set_viewport_size(extent)
        made.append(folder / f"{name}.png")
        page.screenshot(path=made[-1])
    page.close()
    return made


def _image(source: Path) -> str:
    data = base64.b64encode(source.read_bytes()).decode()
    return f'<img src="data:image/png;base64,{data}">'
