"""Which pictures there are: page, size, theme, state of the club, and what one does on the page."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from playwright.sync_api import Page, expect


class Size(NamedTuple):
    """A screen: CSS pixels, and pixels of the picture for each."""

    width: int
    height: int
    scale: int = 1
    is_phone: bool = False


SIZES = {
    "1440": Size(1440, 900),
    "1024": Size(1024, 768),
    "844": Size(844, 390, 2, is_phone=True),
    "390": Size(390, 844, 2, is_phone=True),
}

THE_TABLE = "the table"
"""Stands for the address of the game, which is another one each time."""

THE_POWERS = "the table with powers"
"""The same for the game with tokens, which is begun when the table is over."""

SHOWN, WAITING, OVER = 18, 19, 52
"""How many moves of the table have been made."""

REPLAYED = "14"


class Look(NamedTuple):
    """A page in a state.

    Attributes:
        path: its address.
        plies: how far the table has come.
        prepare: what is done on the page before the picture.
        is_member: whether linnet looks, or a visitor.
    """

    path: str
    plies: int = SHOWN
    prepare: Callable[[Page], None] = lambda page: None
    is_member: bool = True


class Picture(NamedTuple):
    """One picture; its name is that of its file, as in "game-1440-light-safe"."""

    name: str
    look: Look
    size: Size
    theme: str
    is_safe: bool = False

    @property
    def page(self) -> str:
        """What it shows, as in "game-over"."""
        return _parts(self.name)[0]

    @property
    def scene(self) -> tuple[bool, int, bool]:
        """What must be so in the database; pictures of one scene are taken together."""
        return self.look.path == THE_POWERS, self.look.plies, self.is_safe


def select_sparkle(page: Page) -> None:
    """Take the orange sparkle in hand."""
    page.locator('.rack [data-tile="OE"]').click()
    expect(page.locator('[data-place="2,4"]')).to_be_visible()


def lay_two_sparkles(page: Page) -> None:
    """Lay the two tiles of the next move and wait until the server has said what it scores."""
    for tile, cell in (("OE", "2,4"), ("RE", "3,4")):
        page.locator(f'.rack [data-tile="{tile}"]').click()
        page.locator(f'[data-place="{cell}"]').click()
    expect(page.locator("#play")).to_contain_text("18")


def ask_for_red_star(page: Page) -> None:
    """Open the dialog of the first token and choose a tile in it."""
    page.locator('.powers [data-power="ask"]').click()
    page.locator('#power-ask .ask__t:has([value="RX"])').click()
    expect(page.locator("#power-ask .ask__do")).to_be_enabled()


def replay_move(page: Page) -> None:
    """Go back to an early move of the finished game."""
    bar = page.locator('input[type="range"]')
    bar.fill(REPLAYED)
    bar.blur()


def sign_up_as_bot(page: Page) -> None:
    """Ask for a name that is not to be had."""
    page.locator('[name="username"]').fill("bot")
    page.locator('[name="email"]').fill("you@example.org")
    page.locator('[name="password1"]').fill("a long enough password")
    page.locator('main [type="submit"]').click()
    expect(page.locator('[name="username"][aria-invalid="true"]')).to_be_visible()


LOOKS = {
    "game": Look(THE_TABLE, prepare=lay_two_sparkles),
    "game-select": Look(THE_TABLE, prepare=select_sparkle),
    "game-waiting": Look(THE_TABLE, WAITING),
    "game-power": Look(THE_POWERS, OVER, ask_for_red_star),
    "game-over": Look(THE_TABLE, OVER),
    "game-replay": Look(THE_TABLE, OVER, replay_move),
    "home": Look("/"),
    "lobby": Look("/lobby/"),
    "rules": Look("/rules/"),
    "signup": Look("/accounts/signup/", prepare=sign_up_as_bot, is_member=False),
    "profile": Look("/players/harbour/"),
}

NAMES = """
game-1440-light game-1440-dark game-1440-light-safe game-1024-light game-844-light
game-390-light game-390-dark game-390-dark-safe
game-select-1440-light game-select-390-dark
game-power-1440-light game-power-390-dark
game-waiting-1440-dark game-waiting-390-light
game-over-1440-light game-over-390-dark
game-replay-1440-dark game-replay-390-light
home-1440-light home-1440-dark home-390-light home-390-dark
lobby-1440-light lobby-1440-dark lobby-390-light lobby-390-dark
rules-1440-light rules-1440-dark rules-390-light rules-390-dark
signup-1440-light signup-1440-dark signup-390-light signup-390-dark
profile-1440-light profile-1440-dark profile-390-light profile-390-dark
"""


def _parts(name: str) -> tuple[str, str, str, bool]:
    """Return page, size, theme and whether it is in the safe palette."""
    is_safe = name.endswith("-safe")
    page, size, theme = name.removesuffix("-safe").rsplit("-", 2)
    return page, size, theme, is_safe


def all_pictures() -> Iterator[Picture]:
    """Return every picture, those of one scene together and in the order of the game."""
    made = []
    for name in NAMES.split():
        page, size, theme, is_safe = _parts(name)
        made.append(Picture(name, LOOKS[page], SIZES[size], theme, is_safe))
    return iter(sorted(made, key=lambda picture: picture.scene))


def chosen(words: list[str]) -> list[Picture]:
    """Return the pictures whose page or whole name is among the words; all for no words.

    Raises:
        ValueError: a word names nothing.
    """
    pictures = list(all_pictures())
    known = {picture.page for picture in pictures} | {picture.name for picture in pictures}
    unknown = sorted(set(words) - known)
    if unknown:
        raise ValueError(f"no picture is called {', '.join(unknown)}")
    return [one for one in pictures if not words or one.page in words or one.name in words]
