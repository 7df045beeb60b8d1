"""The table without a pointer (design: every control has its key, board and rack are one stop)."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.table_page import TablePage, choose_all_bots
from tests.factories import make_user
from tests.table import make_open_game, user_to_move

MOVES_MAX = 120


def let_go(page: Page) -> None:
    """Deselect the tile in hand, if any; without one Escape would recall all."""
    if page.locator("#rack .is-selected").count():
        page.keyboard.press("Escape")


def tile_with_places(page: Page) -> bool:
    """Press the digits until a tile has a place."""
    for digit in "123456":
        page.keyboard.press(digit)
        if page.locator("[data-place]").count():
            return True
    let_go(page)
    return False


def lay_by_keys(table: TablePage) -> None:
    """Put the selected tile into its first place."""
    table.page.keyboard.press("l")
    expect(table.page.locator("[data-place]:focus")).to_have_count(1)
    table.page.keyboard.press("Enter")
    table.expect_judgement()


def lay_all_by_keys(table: TablePage) -> bool:
    """Offer each tile of the rack a place; return False if not one has any."""
    page, is_any_laid = table.page, False
    for digit in "123456":
        page.keyboard.press(digit)
        if page.locator("[data-place]").count():
            lay_by_keys(table)
            is_any_laid = True
    let_go(page)
    # A first move is laid on until it is long enough.
    while is_any_laid and not table.can_play and tile_with_places(page):
        lay_by_keys(table)
    return is_any_laid


def play_by_keys(table: TablePage) -> None:
    """Make one move: lay what can be laid, else trade."""
    page, version = table.page, table.version
    if lay_all_by_keys(table):
        expect(page.locator("#play")).to_have_attribute("aria-disabled", "false")
    else:
        page.keyboard.press("t")
        for digit in "123"[: int(table.table.get_attribute("data-trade-max"))]:
            page.keyboard.press(digit)
    page.keyboard.press("p")
    expect(page.locator("#play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f'#table[data-version="{version}"]')).to_have_count(0)
    expect(table.log_row(version + 1)).to_have_count(1)


@pytest.mark.usefixtures("beat")
def test_a_whole_game_is_played_by_keyboard_alone(open_page):
    user = make_user()
    page = open_page(user)
    page.goto("/lobby/")
    choose_all_bots(page).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".table-host.is-live")).to_be_visible()
    table = TablePage(page, Game.objects.get(players__user=user))
    for _ in range(MOVES_MAX):
        table.expect_my_turn_or_the_end()
        if table.is_over:
            break
        play_by_keys(table)
    table.expect_what_the_server_knows()
    assert table.is_over
    expect(table.page.locator("#sheet-result")).to_be_visible()


@pytest.fixture
def table(open_page):
    """A table after a few moves, at which it is the viewer's turn."""
    people = [make_user(username="Ada"), make_user(username="Bo")]
    game = make_open_game(*people)
    mover = next(user for user in people if user.pk == user_to_move(game))
    table = TablePage(open_page(mover), game).open()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    return table


def test_board_and_rack_are_one_stop_of_the_tab_key_each(table):
    page = table.page
    for place in (".board__plane", ".rack"):
        stops = page.locator(f"{place} [tabindex='0']")
        expect(stops).to_have_count(1)
        stops.focus()
        page.keyboard.press("Tab")
        expect(page.locator(f"{place} :focus")).to_have_count(0)
        page.keyboard.press("Shift+Tab")
        expect(stops).to_be_focused()


def test_arrows_walk_to_every_tile_and_every_free_cell_beside_one(table):
    page = table.page
    cells = page.locator(".board__plane .cell")
    names = cells.evaluate_all("all => all.map(c => `${c.dataset.x},${c.dataset.y}`)")
    page.locator('.cell[tabindex="0"]').focus()
    now = "`${document.activeElement.dataset.x},${document.activeElement.dataset.y}`"
    start = page.evaluate(now)
    # A walk by the four arrows over the graph that they make, each step pressed for real.
    seen, path = {start}, [start]
    back = {"ArrowUp": "ArrowDown", "ArrowLeft": "ArrowRight"}
    back |= {value: key for key, value in back.items()}
    assert len(set(names)) == len(names)

    def explore(depth: int) -> None:
        here = page.evaluate(now)
        for arrow in back:
            page.keyboard.press(arrow)
            there = page.evaluate(now)
            if there not in seen:
                seen.add(there)
                path.append(there)
                explore(depth + 1)
            x, y = here.split(",")
            page.locator(f'.cell[data-x="{x}"][data-y="{y}"]').focus()

    explore(0)
    assert seen == set(names)


def test_a_tile_is_laid_moved_back_and_all_is_recalled_by_keys(table):
    page = table.page
    assert tile_with_places(page)
    page.keyboard.press("l")
    place = page.locator(":focus").get_attribute("data-place")
    page.keyboard.press("Shift+L")
    page.keyboard.press("l")
    assert page.locator(":focus").get_attribute("data-place") == place
    page.keyboard.press(" ")
    assert table.laid == [place]
    expect(page.locator("[data-back]")).to_be_focused()
    page.keyboard.press("Enter")
    assert table.laid == []
    assert tile_with_places(page)
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    page.keyboard.press("z")
    assert table.laid == []
    assert tile_with_places(page)
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert table.laid == []


def test_the_rack_is_ordered_by_keys_and_keeps_its_order(table):
    page, before = table.page, table.rack
    page.keyboard.press("Shift+S")
    assert sorted(table.rack) == sorted(before)
    page.locator('#rack [tabindex="0"]').focus()
    first = page.locator(":focus").get_attribute("data-tile")
    assert table.rack[0] == first
    page.keyboard.press("Shift+ArrowRight")
    assert table.rack[1] == first
    expect(page.locator(":focus")).to_have_attribute("data-tile", first)
    order = table.rack
    table.open()
    expect(page.locator(".table-host.is-live")).to_be_visible()
    assert table.rack == order
    page.keyboard.press("2")
    expect(page.locator("#rack .is-selected")).to_have_attribute("data-tile", first)


def test_zoom_fit_and_the_list_of_keys_have_keys(table):
    page = table.page
    width = page.locator(".board__plane").evaluate("plane => plane.getBoundingClientRect().width")
    page.keyboard.press("+")
    page.wait_for_function(
        "before => document.querySelector('.board__plane').getBoundingClientRect().width > before",
        arg=width * 1.2,
    )
    page.keyboard.press("0")
    page.wait_for_function(
        "before => document.querySelector('.board__plane').getBoundingClientRect().width <= before",
        arg=width * 1.01,
    )
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("t")  # letters are off while a dialog is open
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(page.locator("#play-label")).to_have_text("Play")
