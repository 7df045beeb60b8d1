"""The three hints that somebody gets in the first game, once, if wanted."""

import pytest
from playwright.sync_api import expect

from tests.browser.table_page import TablePage
from tests.factories import make_game, make_user
from tests.table import play, user_to_move


@pytest.fixture
def game(site):
    return make_game(make_user(username="Ada"), make_user(username="Bo"))


@pytest.fixture
def table(open_page, game):
    mover = game.players.get(seat=game.to_move).user
    table = TablePage(open_page(mover), game).open()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    return table


def test_each_hint_goes_when_it_is_done_and_none_comes_again(table):
    page = table.page
    card = page.get_by_role("status", name="How to play")
    card.get_by_role("button", name="Show me").click()
    expect(card).to_contain_text("1/3")
    page.locator("#rack button:visible").first.click()
    while not page.locator("[data-place]").count():
        page.locator("#rack button:visible:not(.is-selected)").last.click()
    expect(card).to_contain_text("2/3")
    page.locator("[data-place]").first.click()
    expect(card).to_contain_text("3/3")
    table.lay_all_tiles()
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "false")
    page.locator("#play").click()
    table.expect_version(1)
    expect(card).to_be_hidden()
    table.open()
    expect(page.locator(".table-host.is-live")).to_be_visible()
    expect(card).to_be_hidden()


def test_who_wants_no_hints_is_not_asked_again(table):
    card = table.page.get_by_role("status", name="How to play")
    card.get_by_role("button", name="No hints").click()
    expect(card).to_be_hidden()
    table.open()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    expect(card).to_be_hidden()


def test_who_has_moved_in_another_game_gets_no_hints(open_page, game):
    other = make_game(*(player.user for player in game.players.select_related("user")))
    play(other)
    other.refresh_from_db()
    play(other)
    game.refresh_from_db()
    mover = game.players.get(user_id=user_to_move(game)).user
    table = TablePage(open_page(mover), game).open()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    expect(table.page.locator("#intro")).to_have_count(0)
