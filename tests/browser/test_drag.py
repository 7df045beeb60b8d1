"""Tiles by drag and drop, with a mouse and with fingers."""

import pytest
from playwright.sync_api import expect

from tests.browser.table_page import Point, TablePage
from tests.factories import make_user
from tests.table import make_open_game, user_to_move

STEPS = 6


@pytest.fixture
def table(open_page):
    """A table after a few moves, at which it is the viewer's turn."""
    people = [make_user(username="Ada"), make_user(username="Bo")]
    game = make_open_game(*people)
    mover = next(user for user in people if user.pk == user_to_move(game))
    table = TablePage(open_page(mover), game).open()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    return table


def drag(table: TablePage, start: Point, end: Point) -> None:
    """Press, travel, release."""
    hold(table, start, end)
    table.page.mouse.up()
    expect(table.page.locator(".ghost")).to_have_count(0)


def hold(table: TablePage, start: Point, end: Point) -> None:
    """Press and travel, and do not let go."""
    mouse = table.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 8, start[1] - 8)
    mouse.move(*end, steps=STEPS)


def tile_and_place(table: TablePage):
    """Return a tile of the rack that has a choice, a place for it, and the other places."""
    tile, places = table.select_tile_with_places(least=2)
    return tile, places[0], places[1:]


def test_a_tile_dropped_near_a_legal_cell_snaps_there(table):
    tile, place, _ = tile_and_place(table)
    x, y = table.middle(table.cell(place))
    off = table.cell(place).bounding_box()["width"] * 0.4
    table.page.keyboard.press("Escape")
    hold(table, table.middle(tile), (x + off, y))
    # The legal cells are out, and the board has made room for them.
    x, y = table.middle(table.cell(place))
    table.page.mouse.move(x + off, y)
    expect(table.cell(place)).to_have_class("cell is-legal is-near")
    table.page.mouse.up()
    assert table.laid == [place]
    expect(table.page.locator("#play-points")).not_to_be_empty()
    expect(tile).to_be_hidden()


def test_a_tile_dropped_on_nothing_flies_back(table):
    tile, _, _ = tile_and_place(table)
    table.page.keyboard.press("Escape")
    board = table.page.locator(".board").bounding_box()
    drag(table, table.middle(tile), (board["x"] + 30, board["y"] + board["height"] - 30))
    assert table.laid == []
    expect(tile).to_be_visible()
    expect(table.page.locator("[data-place]")).to_have_count(0)


def test_a_tile_dropped_on_a_taken_cell_flies_back(table):
    tile, _, _ = tile_and_place(table)
    # The taken cell that is farthest from every legal one.
    taken = table.page.evaluate(
        """() => {
          const middle = (cell) => [Number(cell.dataset.x), Number(cell.dataset.y)];
          const legal = [...document.querySelectorAll("[data-place]")].map(middle);
          const far = ([x, y]) => Math.min(...legal.map(([a, b]) => Math.hypot(a - x, b - y)));
          const taken = [...document.querySelectorAll(".cell[data-tile]")].map(middle);
          return taken.toSorted((a, b) => far(b) - far(a))[0].join(",");
        }"""
    )
    table.page.keyboard.press("Escape")
    hold(table, table.middle(tile), table.middle(table.cell(taken)))
    table.page.mouse.move(*table.middle(table.cell(taken)))
    table.page.mouse.up()
    expect(table.page.locator(".ghost")).to_have_count(0)
    assert table.laid == []
    expect(tile).to_be_visible()


def test_a_tile_dropped_out_of_the_window_flies_back(table):
    tile, _, _ = tile_and_place(table)
    table.page.keyboard.press("Escape")
    drag(table, table.middle(tile), (-60, 300))
    assert table.laid == []
    expect(tile).to_be_visible()
    tile.click()
    expect(tile).to_have_class("tile is-selected")


def test_escape_ends_a_drag_and_the_release_after_it_does_nothing(table):
    tile, place, _ = tile_and_place(table)
    table.page.keyboard.press("Escape")
    hold(table, table.middle(tile), table.middle(table.cell("0,0")))
    table.page.mouse.move(*table.middle(table.cell(place)))
    table.page.keyboard.press("Escape")
    table.page.mouse.up()
    expect(table.page.locator(".ghost")).to_have_count(0)
    assert table.laid == []


def test_a_laid_tile_is_dragged_to_another_place_and_back_into_the_rack(table):
    tile, place, others = tile_and_place(table)
    table.cell(place).click()
    assert table.laid == [place]
    hold(table, table.middle(table.cell(place)), table.middle(table.cell("0,0")))
    table.page.mouse.move(*table.middle(table.cell(others[0])))
    table.page.mouse.up()
    assert table.laid == [others[0]]
    slots = table.page.locator(".rack__slot")
    drag(table, table.middle(table.cell(others[0])), table.middle(slots.nth(5)))
    assert table.laid == []
    assert table.rack[5] == tile.get_attribute("data-tile")


def test_tiles_of_the_rack_change_places_by_drag(table):
    before = table.rack
    slots = table.page.locator(".rack__slot")
    drag(table, table.middle(slots.nth(0)), table.middle(slots.nth(3)))
    assert table.rack == [*before[1:4], before[0], *before[4:]]


def test_a_tile_dropped_on_a_laid_one_takes_its_place(table):
    tile, place, _ = tile_and_place(table)
    table.cell(place).click()
    other = table.page.locator("#rack button:visible").first
    name = other.get_attribute("data-tile")
    hold(table, table.middle(other), table.middle(table.cell(place)))
    table.page.mouse.move(*table.middle(table.cell(place)))
    table.page.mouse.up()
    assert table.laid == [place]
    expect(table.cell(place)).to_have_attribute("data-tile", name)
    expect(tile).to_be_visible()


def test_right_click_and_double_click_take_a_laid_tile_back(table):
    for take_back in (
        lambda cell: cell.click(button="right"),
        lambda cell: cell.dblclick(),
    ):
        _, place, _ = tile_and_place(table)
        table.cell(place).click()
        assert table.laid == [place]
        take_back(table.cell(place))
        expect(table.page.locator("[data-back]")).to_have_count(0)
        table.page.keyboard.press("Escape")


def test_a_cell_that_is_clicked_first_takes_the_tile_that_is_clicked_next(table):
    tile, place, _ = tile_and_place(table)
    table.page.keyboard.press("Escape")
    table.cell(place).click()
    expect(table.cell(place)).to_have_class("cell is-cursor")
    tile.click()
    assert table.laid == [place]


def test_the_board_is_moved_by_drag_zoomed_by_wheel_and_fitted_by_double_click(table):
    plane, board = table.page.locator(".board__plane"), table.page.locator(".board").bounding_box()
    corner = (board["x"] + 40, board["y"] + board["height"] - 60)
    x, y = table.middle(plane)
    drag(table, corner, (corner[0] + 50, corner[1] - 30))
    assert table.middle(plane) == pytest.approx((x + 50, y - 30), abs=9)
    table.page.keyboard.down("Control")
    table.page.mouse.wheel(0, -200)
    table.page.keyboard.up("Control")
    width = plane.bounding_box()["width"]
    table.page.mouse.dblclick(*corner)
    table.page.wait_for_function(
        "x => Math.abs(document.querySelector('.board__plane').getBoundingClientRect().x - x) < 1",
        arg=x - plane.evaluate("plane => plane.offsetWidth") / 2,
    )
    assert plane.bounding_box()["width"] < width
