"""The table on a phone, by fingers alone."""

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from games.models import Game
from tests.browser.conftest import PHONE
from tests.browser.table_page import Point, TablePage, choose_all_bots
from tests.factories import NOW, make_user
from tests.shots.club import go_on, start
from tests.shots.positions import TABLE
from tests.table import make_open_game, user_to_move

MOVES_MAX = 120
LIFT_PX = 28
"""So far above the finger a dragged tile is carried."""
FINGER_PX = 44
PHONE_OPTIONS = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


class TouchPage(TablePage):
    """One window on a phone: taps instead of clicks, fingers that travel."""

    def fingers(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    def tap(self, locator: Locator) -> None:
        self.page.touchscreen.tap(*self.middle(locator))

    def press(self, locator: Locator) -> None:
        self.tap(locator)

    def play(self) -> None:
        """Make one move by taps."""
        number = self.version + 1
        is_laid = self.lay_all_tiles()
        if self.version >= number:  # a tap met Play while the dock was growing
            return
        if not is_laid:
            most = int(self.table.get_attribute("data-trade-max"))
            self.tap(self.page.locator('.dock__actions > [data-act="trade"]'))
            for tile in self.page.locator("#rack button").all()[: min(most, 3)]:
                self.tap(tile)
        expect(self.page.locator("#play")).to_have_attribute("aria-disabled", "false")
        self.tap(self.page.locator("#play"))
        self.expect_version_at_least(number)

    def expect_version_at_least(self, version: int) -> None:
        """Wait for a version; the bot may have answered already."""
        self.page.wait_for_function(
            "version => Number(document.querySelector('#table').dataset.version) >= version",
            arg=version,
        )


def touch(session: CDPSession, kind: str, *points: Point) -> None:
    """Send what the screen of a phone sends: touchStart, touchMove, touchEnd."""
    touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def cell_size(table: TablePage) -> float:
    """Return how wide a cell is on the screen, in px."""
    return table.page.locator(".board__plane .cell").first.bounding_box()["width"]


@pytest.fixture
def people(site):
    return [make_user(username="Ada"), make_user(username="Bo")]


@pytest.fixture
def table(open_page, people):
    """A phone at a table after a few moves, at which it is the viewer's turn."""
    game = make_open_game(*people)
    mover = next(user for user in people if user.pk == user_to_move(game))
    table = TouchPage(open_page(mover, **PHONE_OPTIONS), game).open()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    return table


@pytest.mark.usefixtures("beat")
def test_a_whole_game_is_played_by_touch_on_a_phone(open_page):
    user = make_user(username="Ada")
    page = open_page(user, **PHONE_OPTIONS)
    page.goto("/lobby/#bots")
    choose_all_bots(page).tap()
    expect(page.locator(".table-host.is-live")).to_be_visible()
    table = TouchPage(page, Game.objects.get(players__user=user))
    for _ in range(MOVES_MAX):
        table.expect_my_turn_or_the_end()
        if table.is_over:
            break
        table.play()
    assert table.is_over
    table.expect_what_the_server_knows()
    result = table.page.locator("#sheet-result")
    expect(result).to_be_visible()
    table.tap(result.get_by_role("button", name="See the board"))
    expect(result).to_be_hidden()


def test_a_tile_is_dragged_by_finger_and_carried_above_it(table):
    session = table.fingers()
    for tile in table.page.locator("#rack button:visible").all():
        table.tap(tile)
        if table.page.locator("[data-place]").count():
            break
    place = table.page.locator("[data-place]").first.get_attribute("data-place")
    table.page.keyboard.press("Escape")
    x, y = table.middle(tile)
    touch(session, "touchStart", (x, y))
    touch(session, "touchMove", (x, y - 30))
    expect(table.page.locator(".ghost")).to_be_visible()
    x, y = table.middle(table.cell(place))
    for step in (40, 20, 0):
        touch(session, "touchMove", (x, y + LIFT_PX + step))
    expect(table.cell(place)).to_have_class("cell is-legal is-near")
    touch(session, "touchEnd")
    expect(table.page.locator("[data-back]")).to_have_count(1)
    assert table.laid == [place]


def test_two_fingers_zoom_and_the_fit_button_shows_all_again(table):
    session = table.fingers()
    x, y = table.middle(table.page.locator(".board"))
    before = cell_size(table)
    touch(session, "touchStart", (x - 40, y), (x + 40, y))
    for spread in (50, 60, 80):
        touch(session, "touchMove", (x - spread, y), (x + spread, y))
    touch(session, "touchEnd")
    assert cell_size(table) == pytest.approx(2 * before, rel=0.05)
    assert table.laid == []
    table.tap(table.page.get_by_role("button", name="Show the whole board"))
    assert cell_size(table) == pytest.approx(before, rel=0.05)


@pytest.mark.usefixtures("site")
def test_a_double_tap_on_a_big_board_makes_its_cells_a_finger_wide(open_page):
    # The finished game of the pictures, eighteen cells wide.
    game = start(TABLE, NOW)
    go_on(game, TABLE, len(TABLE.moves), NOW)
    viewer = game.players.first().user
    table = TouchPage(open_page(viewer, **PHONE_OPTIONS), game).open()
    table.tap(table.page.get_by_role("button", name="See the board"))
    small = cell_size(table)
    assert small < 24
    x, y = table.middle(table.page.locator(".board"))
    table.page.touchscreen.tap(x, y)
    table.page.touchscreen.tap(x, y)
    assert cell_size(table) == pytest.approx(FINGER_PX, rel=0.05)


def test_a_long_press_on_a_tile_opens_nothing_and_still_selects_it(table):
    session = table.fingers()
    tile = table.page.locator("#rack button:visible").first
    touch(session, "touchStart", table.middle(tile))
    table.page.wait_for_timeout(700)
    touch(session, "touchEnd")
    expect(tile).to_have_class("tile is-selected")
