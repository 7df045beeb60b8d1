"""Tiles that lie unsent: they outlive a reload, an opponent's move, and a network that fails."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from games.models import Ply
from tests.browser.table_page import TablePage
from tests.client import SiteClient
from tests.factories import make_user
from tests.table import greedy_move, make_open_game, user_to_move

SILENT_MS = 12_500
"""After this long without an answer the page offers to send again."""


@pytest.fixture
def people(site):
    return [make_user(username="Ada"), make_user(username="Bo")]


@pytest.fixture
def game(people):
    return make_open_game(*people)


@pytest.fixture
def mover(game, people):
    return next(user for user in people if user.pk == user_to_move(game))


@pytest.fixture
def other(game, people):
    return next(user for user in people if user.pk != user_to_move(game))


def ready(table: TablePage) -> TablePage:
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    return table


def test_tiles_lie_where_they_lay_after_a_reload(open_page, game, mover):
    table = ready(TablePage(open_page(mover), game).open())
    assert table.lay_tile()
    laid, rack = table.laid, table.rack
    points = table.page.locator("#play-points").inner_text()
    ready(table.open())
    assert (table.laid, table.rack) == (laid, rack)
    expect(table.page.locator("#play-points")).to_have_text(points)


def test_tiles_of_another_day_and_tiles_that_fit_no_more_are_not_brought_back(
    open_page, game, mover
):
    table = ready(TablePage(open_page(mover), game).open())
    assert table.lay_tile()
    key = f"table:{game.public_id}"
    table.page.evaluate(
        """key => {
          const kept = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - 25 * 3600 * 1000 }));
        }""",
        key,
    )
    ready(table.open())
    assert table.laid == []
    table.page.evaluate(
        """key => {
          const rack = [...document.querySelectorAll("#rack button")].map(t => t.dataset.tile);
          const laid = [{ tile: rack[0], x: 90, y: 90 }];
          localStorage.setItem(key, JSON.stringify({ at: Date.now(), rack, laid }));
        }""",
        key,
    )
    ready(table.open())
    expect(table.page.locator("[data-back]")).to_have_count(0)


def test_trying_while_waiting_stays_in_the_browser_and_survives_the_others_move(
    site, open_page, game, other, mover
):
    table = ready(TablePage(open_page(other), game).open())
    sent = []
    table.page.on("request", lambda request: sent.append((request.method, request.url)))
    for tile in table.page.locator("#rack button:visible").all():
        tile.click()
        expect(table.page.locator("#note")).to_have_text(re.compile("place"))
        if table.page.locator("[data-place]").count():
            break
    table.page.locator("[data-place]").first.click()
    expect(table.page.locator("#sum")).not_to_be_empty()
    laid = table.laid
    expect(table.page.locator(".board.is-trying")).to_be_visible()
    expect(table.page.locator("#play-label")).to_have_text("Not your turn")
    posts = {url.rsplit("/", 2)[1] for method, url in sent if method == "POST"}
    assert posts <= {"preview"}, "Only the preview, which changes nothing, was asked."
    game.refresh_from_db()
    before = game.version
    # The other moves elsewhere or nearby: what is still legal lies on, all else is lifted.
    sent_move = {"version": before, "key": "the-other-moves", "move": greedy_move(game)}
    path = reverse("game_move", args=[game.public_id])
    assert SiteClient(site.url, mover).post(path, **sent_move).status == 200
    table.expect_version(before + 1)
    expect(table.page.locator(".board:not(.is-trying)")).to_be_visible()
    # The server has judged them anew: they can be played, or the page says that they are lifted.
    judged = table.page.locator('#play[aria-disabled="false"], #toast:not([hidden])')
    expect(judged).to_have_count(1)
    is_lifted = table.page.locator("#toast").is_visible()
    assert table.laid == ([] if is_lifted else laid)


def test_a_move_cut_off_in_mid_sending_is_sent_again_under_the_same_key_and_played_once(
    open_page, game, mover, tolerated
):
    tolerated.append("net::ERR")
    page = open_page(mover, is_new=True)
    page.clock.install()
    table = ready(TablePage(page, game).open())
    assert table.lay_tile()
    page.clock.run_for(400)  # the hints of the server have come; timers stand from here on
    keys = []

    def cut(route: Route) -> None:
        keys.append(dict(part.split("=", 1) for part in route.request.post_data.split("&"))["key"])
        if len(keys) == 1:
            route.fetch()  # the move arrives, its answer does not
        else:
            route.continue_()

    page.route("**/moves/", cut)
    # Nobody tells this window: its news is cut off too.
    page.route("**/table/", lambda route: route.abort())
    version = game.version
    page.locator("#play").click()
    expect(page.locator("#play-label")).to_have_text("Playing")
    page.clock.fast_forward(4_500)
    expect(page.locator("#sum")).to_have_text("Still sending")
    page.clock.fast_forward(SILENT_MS)
    again = page.locator("#banner").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    assert len(table.laid) == 1
    page.unroute("**/table/")
    again.click()
    table.expect_version(version + 1)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert Ply.objects.filter(game=game).count() == version + 1
    game.refresh_from_db()
    table.expect_what_the_server_knows()


def test_a_window_without_network_says_so_and_what_lies_there_stays(
    open_page, game, mover, tolerated
):
    tolerated += ["net::ERR", "WebSocket"]
    page = open_page(mover, is_new=True)
    table = ready(TablePage(page, game).open())
    assert table.lay_tile()
    laid = table.laid
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_have_text("You are offline. Placed tiles are kept here.")
    assert table.laid == laid
    page.context.set_offline(False)
    expect(page.locator("#banner")).to_have_text("Back online. Board is up to date.")
    assert table.laid == laid


def test_news_that_overtakes_the_answer_to_a_move_is_shown_after_it(
    site, open_page, game, mover, other
):
    page = open_page(mover, is_new=True)
    table = ready(TablePage(page, game).open())
    held = []
    page.route("**/moves/", lambda route: held.append((route, route.fetch())))
    assert table.lay_tile()
    with page.expect_response("**/table/"):  # the page hears of its own move at once
        page.locator("#play").click()
    game.refresh_from_db()
    move = greedy_move(game)
    path = reverse("game_move", args=[game.public_id])
    with page.expect_response("**/table/"):
        answer = SiteClient(site.url, other).post(
            path, version=game.version, key="the-reply", move=move
        )
        assert answer.status == 200
    expect(page.locator("#play-label")).to_have_text("Playing")
    [(route, own_answer)] = held
    route.fulfill(response=own_answer)
    table.expect_version(game.version + 1)
    expect(table.table).to_have_attribute("data-your-turn", "yes")
