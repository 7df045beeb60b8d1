"""Takes the pictures: `make shots`, `make shots ONLY=game,home-390-light BESIDE=FOLDER`.

Every picture comes from the running site, in a window of its own. With a folder of other pictures
of the same names, pairs of both are laid side by side.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PageError

from qwirkle_site import embedded
from tests.chromium import MISSING, chromium_flags, ensure_chromium
from tests.shots.beside import lay_beside
from tests.shots.pictures import THE_POWERS, THE_TABLE, Picture, chosen
from tests.shots.stage import raise_stage

if TYPE_CHECKING:
    from games.models import Game

FOLDER = embedded.ROOT / "shots"
WAIT_MS = 15_000

_AT_REST = """async () => {
  await document.fonts.ready;
  const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Take what the command line asks for; return 1 if a picture could not be taken."""
    options = _parse(arguments)
    try:
        pictures = chosen([word for word in options.only.split(",") if word])
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    chromium = ensure_chromium()
    if chromium is None:
        print(MISSING, file=sys.stderr)
        return 1
    options.to.mkdir(parents=True, exist_ok=True)
    failed = take_all(pictures, chromium, options.to)
    if options.beside:
        with open_browser(chromium) as browser:
            names = [picture.name for picture in pictures if picture.name not in failed]
            for path in lay_beside(browser, names, options.beside, options.to):
                print(path)
    return 1 if failed else 0


def take_all(pictures: Sequence[Picture], chromium: str, folder: Path) -> list[str]:
    """Take the pictures and return the names of those that failed.

    The database changes only while no browser is open: Playwright keeps an event loop in this
    thread, in which Django refuses to write.
    """
    failed = []
    with raise_stage() as site:
        from tests.shots import club
        from tests.shots.positions import TABLE

        game = club.fill_the_club(datetime.now(UTC))
        tables = {THE_TABLE: game}
        for (has_powers, plies, is_safe), scene in groupby(pictures, lambda one: one.scene):
            club.go_on(game, TABLE, plies, datetime.now(UTC))
            if has_powers:
                tables[THE_POWERS] = club.lay_the_powers(datetime.now(UTC))
            cookie = {**_prepare_member(is_safe=is_safe), "url": site.url}
            with open_browser(chromium) as browser:
                for picture in scene:
                    path = folder / f"{picture.name}.png"
                    try:
                        take(browser, site.url, picture, _path(picture, tables), cookie, path)
                    except (PageError, AssertionError) as error:
                        failed.append(picture.name)
                        print(f"{picture.name}: {error}", file=sys.stderr)
                    else:
                        print(path, flush=True)
    return failed


def take(
    browser: Browser, url: str, picture: Picture, path: str, cookie: dict[str, str], file: Path
) -> None:
    """Open one window, do what the picture asks, wait until nothing moves, and take it.

    When the page cannot be brought into its state, what it shows instead is kept all the same.
    """
    size = picture.size
    context = browser.new_context(
        base_url=url,
        viewport={"width": size.width, "height": size.height},
        device_scale_factor=size.scale,
        is_mobile=size.is_phone,
        has_touch=size.is_phone,
        color_scheme="dark" if picture.theme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    try:
        context.set_default_timeout(WAIT_MS)
        if picture.look.is_member:
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(path, wait_until="networkidle")
        try:
            picture.look.prepare(page)
        finally:
            _come_to_rest(page)
            page.screenshot(path=file)
    finally:
        context.close()


@contextmanager
def open_browser(chromium: str) -> Iterator[Browser]:
    """Start a Chromium and close it afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=chromium_flags())
        yield browser
        browser.close()


def _come_to_rest(page: Page) -> None:
    # The pointer hovers over nothing, as on the pictures of the design.
    page.mouse.move(0, 0)
    page.evaluate(_AT_REST)


def _path(picture: Picture, tables: Mapping[str, "Game"]) -> str:
    path = picture.look.path
    return tables[path].get_absolute_url() if path in tables else path


def _prepare_member(*, is_safe: bool) -> dict[str, str]:
    """Set the member's palette and sign her in; return the cookie."""
    from accounts.models import Palette, User
    from tests.browser.conftest import sign_in
    from tests.shots.club import MEMBER

    User.objects.filter(username=MEMBER).update(
        palette=Palette.SAFE if is_safe else Palette.DEFAULT, marks=is_safe
    )
    return sign_in(User.objects.get(username=MEMBER))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="shots", description="Take pictures of the pages.")
    parser.add_argument("--only", default="", help="pages or pictures, with commas between")
    parser.add_argument("--to", type=Path, default=FOLDER, help="folder of the pictures")
    parser.add_argument("--beside", type=Path, help="folder of pictures to lay beside")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
