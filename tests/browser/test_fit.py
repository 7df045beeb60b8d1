"""The table on screens of every size, with German labels, and from right to left."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.core.pace import PACES
from tests.browser.table_page import TablePage
from tests.factories import make_game, make_user
from tests.table import play, user_to_move

SIZES = (
    (1440, 900),
    (1280, 800),
    (1100, 800),
    (1024, 768),
    (800, 900),
    (844, 390),
    (390, 844),
    (360, 740),
    (320, 640),
)

_GERMAN = """() => {
  const words = {
    shuffle: "Mischen", sort: "Sortieren", undo: "Zurück", trade: "Tauschen", pass: "Passen",
    resign: "Aufgeben", abort: "Abbrechen",
  };
  for (const act of document.querySelectorAll(".dock [data-act]")) {
    const label = act.querySelector("[data-label]");
    const word = words[act.dataset.act];
    if (label && word) label.textContent = word;
  }
  document.querySelector("#play-label").textContent = "Spielen";
  document.querySelector("#play-points").textContent = "+24";
  document.querySelector("#play").setAttribute("aria-disabled", "false");
  document.querySelector(".dock__powers b").textContent = "Du bist am Zug, linnet";
  document.querySelector("#sum").textContent = "12 + 8 + 6 + 4 = 30";
}"""

_CUT_OFF = """() => {
  const shown = [...document.querySelectorAll(".dock button, .dock a, .board__tools button")]
    .filter(one => one.checkVisibility());
  const out = shown.filter(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const isOut = left < -0.5 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5;
    return isOut || one.scrollWidth > one.clientWidth + 1;
  });
  return out.map(one => one.textContent.trim());
}"""

_OVERLAPS = """() => {
  const shown = [...document.querySelectorAll(".dock button:not(.tile), .dock a, .rack")]
    .filter(one => one.checkVisibility() && !one.closest("[popover]"))
    .map(one => [one.textContent.trim(), one.getBoundingClientRect()]);
  const pairs = [];
  for (const [i, [a, one]] of shown.entries()) {
    for (const [b, two] of shown.slice(i + 1)) {
      const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (wide > 1 && high > 1) pairs.push(`${a} | ${b}`);
    }
  }
  return pairs;
}"""

_OUT_OF_SEAT = """() => [...document.querySelectorAll(".seat .clock > *, .seat .hand")]
  .filter(one => {
    const seat = one.closest(".seat").getBoundingClientRect();
    const { left, right } = one.getBoundingClientRect();
    const isOut = left < seat.left || right > seat.right - 4;
    return isOut && one.checkVisibility() && !one.matches(".sr");
  })
  .map(one => one.textContent.trim())"""


@pytest.fixture
def table(open_page):
    people = [make_user(username=name) for name in ("linnet", "Tessa_K", "botanik", "Moss")]
    game = make_game(*people)
    for _ in range(6):
        play(game)
    game.refresh_from_db()
    mover = next(user for user in people if user.pk == user_to_move(game))
    table = TablePage(open_page(mover), game).open()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    return table


def assert_fits(page: Page, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    assert page.evaluate(_CUT_OFF) == [], size
    assert page.evaluate(_OVERLAPS) == [], size
    board = page.locator(".board").bounding_box()
    assert board["width"] >= min(280, width - 40), size
    assert board["height"] >= 180, size


def test_german_labels_fit_on_every_screen(table):
    table.page.evaluate(_GERMAN)
    for size in SIZES:
        assert_fits(table.page, size)


def test_from_right_to_left_the_page_mirrors_and_the_board_does_not(table):
    page = table.page
    cells = page.locator(".cell.is-last")
    order = "cells => cells.map(c => Math.round(c.getBoundingClientRect().left))"
    before = [
        one - page.locator(".board__plane").bounding_box()["x"] for one in cells.evaluate_all(order)
    ]
    page.evaluate("document.documentElement.dir = 'rtl'")
    page.evaluate(_GERMAN)
    for size in SIZES:
        assert_fits(page, size)
    page.set_viewport_size({"width": 1440, "height": 900})
    after = [
        one - page.locator(".board__plane").bounding_box()["x"] for one in cells.evaluate_all(order)
    ]
    assert after == pytest.approx(before, abs=1.5)
    seats, log = page.locator(".seats").bounding_box(), page.locator(".moves").bounding_box()
    assert seats["x"] > log["x"]


def test_controls_are_big_enough_for_a_finger(table):
    for size in ((390, 844), (320, 640)):
        page = table.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        small = page.evaluate(
            """() => [...document.querySelectorAll("button:not(.tile), a, summary")]
              .filter(one => one.checkVisibility() && !one.matches(".skip, .sr"))
              .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
              .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
              .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
        )
        assert small == []
        least = 44 if size[0] >= 360 else 34
        for tile in page.locator("#rack button").all():
            assert tile.bounding_box()["width"] >= least


def test_fit_shows_a_board_with_an_edge_as_a_whole_and_then_the_part_in_play(open_page):
    people = [make_user(username="Ada"), make_user(username="Bo")]
    game = make_game(*people, ruleset_key="qwirkle+boards", boards="ssss")
    play(game)
    game.refresh_from_db()
    mover = next(user for user in people if user.pk == user_to_move(game))
    page = TablePage(open_page(mover), game).open().page
    expect(page.locator(".table-host.is-live")).to_be_visible()
    frame, plane = page.locator(".board"), page.locator(".board__plane")
    fit = page.get_by_role("button", name="Show the whole board or the part in play")
    whole = plane.bounding_box()
    assert whole["width"] <= frame.bounding_box()["width"]
    fit.click()
    expect(page.locator("#news")).to_contain_text("The part in play is shown.")
    assert plane.bounding_box()["width"] > whole["width"]
    box = frame.bounding_box()
    for tile in page.locator(".cell.is-last").all():
        at = tile.bounding_box()
        assert box["x"] <= at["x"] <= box["x"] + box["width"] - at["width"]
        assert box["y"] <= at["y"] <= box["y"] + box["height"] - at["height"]
    page.keyboard.press("0")
    expect(page.locator("#news")).to_contain_text("The whole board is shown.")
    assert plane.bounding_box() == whole


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_long_time_stays_in_its_seat_on_a_phone(open_page, seats):
    people = [make_user() for _ in range(seats)]
    game = make_game(*people, pace=PACES["relaxed"], now=timezone.now() - timedelta(hours=1))
    page = open_page(people[0])
    page.goto(game.get_absolute_url())
    expect(page.locator(".seat .clock")).to_contain_text("2 d 2")
    for width, height in SIZES[-3:]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_OUT_OF_SEAT) == [], (width, height)
