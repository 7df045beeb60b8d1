"""A standing order by mouse: tried on the board, stored, played when the turn comes."""

import re

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.table_page import TablePage
from tests.browser.test_every_page import assert_accessible
from tests.client import SiteClient
from tests.factories import make_user
from tests.table import make_open_game, one_trade

SUM = re.compile(r"^\d+ points?$|= \d+$")
"""One line has its points, several have a sum."""


def test_a_move_tried_while_waiting_is_played_when_the_turn_comes(site, open_page, tolerated):
    tolerated.append("422")  # the refused move
    people = [make_user(), make_user()]
    game = make_open_game(*people)
    mover, waiting = (game.players.get(seat=seat).user for seat in (game.to_move, 1 - game.to_move))
    window = TablePage(open_page(waiting), game).open()
    page, panel = window.page, window.page.locator("#order")
    page.locator("#order-open").click()
    panel.get_by_label("Move").fill("play RS@40,40")
    panel.get_by_role("button", name="Play this if still possible").click()
    expect(panel.get_by_role("alert")).not_to_be_empty()
    panel.get_by_role("button", name="Close").click()

    slot, places = window.select_tile_with_places()
    tile = slot.get_attribute("data-tile")
    window.cell(places[0]).click()
    expect(page.locator("#sum")).to_have_text(SUM)
    points = int(re.findall(r"\d+", page.locator("#sum").inner_text())[-1])
    page.locator("#order-open").click()
    expect(panel.get_by_label("Move")).to_have_value(f"play {tile}@{places[0]}")
    expect(panel.get_by_label("Points, at least")).to_have_value(str(points))
    panel.get_by_role("button", name="Play this if still possible").click()
    expect(panel.get_by_role("listitem")).to_have_count(1)
    expect(page.locator("#order-open")).to_have_text("Plan 1")
    assert_accessible(page)
    panel.get_by_role("button", name="Close").click()

    trade = {"version": game.version, "key": "theirs", "move": one_trade(game)}
    path = reverse("game_move", args=[game.public_id])
    assert SiteClient(site.url, mover).post(path, **trade).status == 200
    window.expect_version(game.version + 2)
    expect(page.locator(".order-note")).to_contain_text(f"Played your standing order: {points}")
    assert places[0] in {f"{x},{y}" for x, y in window.tiles}
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".order-note")).to_have_count(0)
