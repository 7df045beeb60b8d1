"""The clock of an open page: given time and pauses come at once and disturb no draft."""

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from games.core.pace import DAILY
from tests.browser.conftest import PHONE
from tests.browser.table_page import TablePage
from tests.client import SiteClient
from tests.factories import make_user
from tests.table import make_begun_game

SOON_MS = 8_000
"""Far below the page's own slow timer of 30 s: the news came by the socket."""


def test_given_time_and_a_pause_show_at_once_while_a_tile_lies_unsent(site, open_page):
    ada, bo = make_user(username="Ada"), make_user(username="Bo")
    game = make_begun_game(ada, bo, first=ada, pace=DAILY, now=timezone.now())
    table = TablePage(open_page(ada, viewport=PHONE, is_new=True), game).open()
    page, state, other = table.page, table.page.locator("#top-state"), SiteClient(site.url, bo)
    page.get_by_role("button", name="No hints").click()
    has_tile = table.lay_tile()
    laid = table.laid
    gift = {"seat": game.to_move, "key": "one"}
    assert other.post(reverse("game_gift", args=[game.public_id]), **gift).json == {"ok": True}
    expect(page.locator("#news")).to_contain_text("Bo gave Ada 1 day", timeout=SOON_MS)
    other.post(reverse("game_pause", args=[game.public_id]), do="propose")
    page.get_by_role("button", name="Agree").click(timeout=SOON_MS)
    expect(state).to_have_text("Paused: agreed · Your turn")
    assert (table.laid, bool(laid)) == (laid, has_tile)
    page.get_by_role("button", name="Resume").click()
    expect(state).to_contain_text("Your turn · ")
    expect(page.locator(".clockbar__line")).to_have_count(0)
