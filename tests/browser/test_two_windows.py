"""Two windows on one game: each shows at once what the other did."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.table_page import TablePage
from tests.client import SiteClient
from tests.factories import make_game, make_user
from tests.table import greedy_move, user_to_move

LIVE_MS = 5_000
"""How soon the other window must show a move; far below its own slow timer of 30 s."""


@pytest.fixture
def people(site):
    return [make_user(username="Ada"), make_user(username="Bo")]


def test_two_people_in_two_windows_play_ten_moves_live(open_page, people):
    game = make_game(*people)
    windows = {user.pk: TablePage(open_page(user), game).open() for user in people}
    for window in windows.values():
        window.page.evaluate("window.isTheSamePage = true")
    for number in range(1, 11):
        game.refresh_from_db()
        mover_id = user_to_move(game)
        mover = windows[mover_id]
        other = next(window for key, window in windows.items() if key != mover_id)
        expect(mover.turn_text).to_have_text("Your turn")
        expect(other.turn_text).to_contain_text("to move")
        mover.play()
        other.expect_version(number, within_ms=LIVE_MS)
        for window in (mover, other):
            window.expect_what_the_server_knows()
        expect(other.turn_text).to_have_text("Your turn")
        expect(other.page).to_have_title(re.compile("^● Your turn"))
    for window in windows.values():
        assert window.page.evaluate("window.isTheSamePage")


def test_a_visitor_sees_the_moves_live_but_no_hand(site, open_page, people):
    game = make_game(*people)
    players = {user.pk: SiteClient(site.url, user) for user in people}
    visitor = TablePage(open_page(), game).open()
    expect(visitor.page.locator("#rack")).to_have_count(0)
    for number in range(1, 4):
        game.refresh_from_db()
        path = reverse("game_move", args=[game.public_id])
        sent = {"version": number - 1, "key": f"key-{number}", "move": greedy_move(game)}
        assert players[user_to_move(game)].post(path, **sent).status == 200
        visitor.expect_version(number, within_ms=LIVE_MS)
        visitor.expect_what_the_server_knows()
    expect(visitor.page.locator("#rack")).to_have_count(0)


def test_a_stale_move_from_a_second_window_is_refused_in_words_and_shows_the_table_now(
    open_page, people, tolerated
):
    tolerated.append("status of 409")
    game = make_game(*people)
    user = next(user for user in people if user.pk == user_to_move(game))
    first = TablePage(open_page(user), game).open()
    second = TablePage(open_page(user), game)
    # A window that has heard nothing: its socket opens, but no word comes through.
    second.page.route_web_socket("**/ws/**", lambda socket: None)
    second.open()
    second.lay_all_tiles()
    first.play()
    second.page.locator("#play").click()
    expect(second.page.locator("#toast")).to_have_text(
        "The table changed. Your tiles are back in the rack."
    )
    second.expect_version(1)
    second.expect_what_the_server_knows()
    expect(second.page.locator("[data-back]")).to_have_count(0)
    expect(second.turn_text).to_contain_text("to move")
    game.refresh_from_db()
    assert game.version == 1
