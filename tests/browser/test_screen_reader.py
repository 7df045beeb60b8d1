"""A walk through the table as a screen reader tells it: roles, names, live texts (design 5.3)."""

import re

import pytest
from playwright.sync_api import expect

from games.rules.qwirkle.tiles import tile_text
from tests.browser.table_page import TablePage
from tests.factories import make_user
from tests.table import make_open_game, state_of, user_to_move

MINUS = "\u2212"
NUMBER = rf"{MINUS}?\d+"
LINE = re.compile(
    rf"^(Row|Column) {NUMBER}, (columns|rows) {NUMBER} to {NUMBER}: \w+ \w+(, \w+ \w+)+\.$"
)
NAMES = re.compile(
    r"^(Red|Orange|Yellow|Green|Blue|Purple) (circle|diamond|square|star|sparkle|clover)"
)


@pytest.fixture
def people(site):
    return [make_user(username="Ada"), make_user(username="Bo")]


@pytest.fixture
def game(people):
    return make_open_game(*people)


@pytest.fixture
def windows(open_page, people, game):
    """The window of the one to move, and that of the other."""
    pages = {user.pk: TablePage(open_page(user), game).open() for user in people}
    for table in pages.values():
        expect(table.page.locator(".table-host.is-live")).to_be_visible()
    mover = pages.pop(user_to_move(game))
    (other,) = pages.values()
    return mover, other


def heard(table: TablePage):
    """Return the polite live region."""
    return table.page.locator("#news")


def test_a_turn_is_told_from_opening_the_page_to_the_answer(windows, game):
    table, other = windows
    page = table.page
    names = {player.seat: player.user.username for player in game.players.select_related("user")}
    me, them = names[game.to_move], names[1 - game.to_move]
    state = state_of(game)
    scores = ", ".join(f"{name} {state.scores[seat]}" for seat, name in names.items())

    expect(heard(table)).to_contain_text("Your turn.")
    expect(heard(table)).to_contain_text(re.compile(r"\d+ tiles in the bag\.$"))
    for name in names.values():
        expect(heard(table)).to_contain_text(f"{name} ")
    assert set(scores.split(", ")) <= set(re.split(r", |\. ?", heard(table).inner_text()))

    tile, places = table.select_tile_with_places()
    expect(heard(table)).to_have_text(re.compile(rf"{NAMES.pattern}, {len(places)} places?\.$"))

    page.keyboard.press("l")
    legal = page.locator(":focus")
    expect(legal).to_have_role("gridcell")
    place = legal.get_attribute("data-place")
    x, y = place.replace("-", MINUS).split(",")
    name = legal.get_attribute("aria-label")
    points = re.fullmatch(rf"Column {x}, row {y}\. Empty, legal, (\d+) points?\.", name).group(1)

    page.keyboard.press("Enter")
    expect(heard(table)).to_have_text(
        re.compile(
            rf"{NAMES.pattern} at {x}, {y}\. (Qwirkle\. )?{points} points?( in \d lines)?\.$"
        )
    )
    expect(page.locator("[data-back]")).to_be_focused()
    expect(page.get_by_role("button", name=f"Play +{points}")).to_be_enabled()

    page.keyboard.press("Backspace")
    expect(heard(table)).to_have_text(re.compile(rf"{NAMES.pattern} back in the rack\.$"))

    tile.press("Enter")
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    expect(page.locator("#play-points")).not_to_be_empty()
    page.keyboard.press("Control+Enter")
    expect(heard(table)).to_have_text(
        re.compile(rf"Played for {points}\. You drew (\w+ \w+)\. {them} to move\.$")
    )
    expect(heard(other)).to_have_text(f"{me} played 1 tile for {points}. Your turn.")


def test_what_is_refused_is_an_alert(windows):
    table, _ = windows
    page = table.page
    page.keyboard.press("t")
    expect(heard(table)).to_have_text("Choose tiles to trade")
    # The server refuses a move that this page would not offer.
    page.evaluate(
        """() => {
          const hand = [...document.querySelectorAll("#rack button")];
          const tile = hand[0].dataset.tile;
          const laid = [{ tile, x: 60, y: 60 }];
          const id = document.querySelector("#table").dataset.game;
          localStorage.setItem(`table:${id}`, JSON.stringify({ at: Date.now(), rack: [], laid }));
        }"""
    )
    alert = page.get_by_role("alert")
    table.open()
    expect(alert.filter(has_text="The table changed")).to_be_visible()


def test_board_rack_and_regions_have_roles_and_names(windows, game):
    table, _ = windows
    page = table.page
    board = page.get_by_role("grid", name="Board")
    tiles = {(x, y): tile for (x, y), tile in state_of(game).board.items()}
    cells = board.get_by_role("gridcell")
    assert cells.count() >= len(tiles)
    last = board.locator(".cell.is-last")
    for cell in last.all():
        assert NAMES.match(cell.get_attribute("aria-label").capitalize())
        assert cell.get_attribute("aria-label").strip().endswith("last move")
    rack = page.get_by_role("listbox", name="Your rack").get_by_role("option")
    expect(rack).to_have_count(6)
    hand = [tile_text(tile) for tile in state_of(game).hands[game.to_move]]
    assert [tile.get_attribute("data-tile") for tile in rack.all()] == hand
    for name in ("Players", "Unseen tiles", "This game", "Table", "Your move", "Moves"):
        expect(page.get_by_role("region", name=name, exact=True)).to_be_visible()
    for name in ("Shuffle", "Undo", "Trade", "Pass", "Resign", "Zoom in", "Show the whole board"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_the_whole_board_can_be_told_as_lines(windows, game):
    table, _ = windows
    page = table.page
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Describe board")
    page.keyboard.press("Enter")
    lines = page.get_by_role("dialog", name="Lines on the board").get_by_role("listitem")
    board = state_of(game).board
    expect(lines.first).to_have_text(LINE)
    # A line begins at every tile that has a neighbour after it and none before.
    count = sum(
        (x - dx, y - dy) not in board and (x + dx, y + dy) in board
        for x, y in board
        for dx, dy in ((1, 0), (0, 1))
    )
    expect(lines).to_have_count(count)
    page.keyboard.press("Escape")
    expect(lines.first).to_be_hidden()
