"""T11 and T12 in the browser: messages lost, doubled and out of order, and a broker that goes."""

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.table_page import TablePage
from tests.factories import make_game, make_user
from tests.table import user_to_move

SOON_MS = 2_000
SLOW_TIMER_MS = 31_000
"""A little more than the page's own slow timer."""

NOT_LIVE = "Live updates are off. The board looks for news every few seconds."

_WATCH_VERSIONS = """() => {
  window.versions = [];
  new MutationObserver(() => {
    const table = document.querySelector("#table");
    if (table) window.versions.push(Number(table.dataset.version));
  }).observe(document.querySelector(".table-host"), { childList: true });
}"""


@pytest.fixture
def people(site):
    return [make_user(username="Ada"), make_user(username="Bo")]


@pytest.fixture
def lossy_site(site):
    """The site, with a web process whose messages get lost."""
    site.stop_web()
    site.start_web(QWIRKLE_TEST_LAYER="tests.browser.lossy_layer.LossyLayer")
    yield site
    site.stop_web()
    site.start_web()


def catch_up(window: TablePage, version: int) -> None:
    """Wait for a version; when no word comes, let the page's own slow timer run out."""
    try:
        window.page.wait_for_selector(f'#table[data-version="{version}"]', timeout=SOON_MS)
    except TooLate:
        window.page.clock.fast_forward(SLOW_TIMER_MS)
        window.expect_version(version)


def test_windows_end_at_the_servers_version_though_messages_are_lost_doubled_and_late(
    lossy_site, open_page, people
):
    logged = len(lossy_site.log("web"))
    game = make_game(*people)
    windows = {user.pk: TablePage(open_page(user, is_new=True), game) for user in people}
    for window in windows.values():
        window.page.clock.install()
        window.open()
        window.page.evaluate(_WATCH_VERSIONS)
    for number in range(1, 11):
        game.refresh_from_db()
        mover = windows[user_to_move(game)]
        catch_up(mover, number - 1)
        mover.play()
    for window in windows.values():
        catch_up(window, 10)
        window.expect_what_the_server_knows()
        versions = window.page.evaluate("window.versions")
        assert versions == sorted(set(versions)), "a window went back to an older table"
    log = lossy_site.log("web")[logged:]
    for fate in ("drop", "repeat", "hold"):
        assert f"{fate}: version" in log


def test_a_game_goes_on_while_the_broker_is_away_and_the_page_says_so(
    site, open_page, people, tolerated
):
    tolerated.append("WebSocket connection to")
    game = make_game(*people)
    windows = {user.pk: TablePage(open_page(user), game).open() for user in people}
    site.stop_broker()
    for window in windows.values():
        expect(window.page.locator("#banner")).to_have_text(NOT_LIVE)
    for number in (1, 2):
        game.refresh_from_db()
        mover_id = user_to_move(game)
        windows[mover_id].play()
        for window in windows.values():
            window.expect_version(number)
            window.expect_what_the_server_knows()
            expect(window.page.locator("#banner")).to_have_text(NOT_LIVE)
    site.start_broker()
    for window in windows.values():
        expect(window.page.locator("#banner")).to_be_hidden(timeout=30_000)
    game.refresh_from_db()
    windows[user_to_move(game)].play()
    for window in windows.values():
        window.expect_version(3)
        window.expect_what_the_server_knows()
