"""A game is walked through move by move, and everything is put back afterwards."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.conftest import PHONE
from tests.client import SiteClient
from tests.factories import make_game, make_user
from tests.table import (
    greedy_move,
    make_begun_game,
    one_trade,
    play,
    play_to_the_end,
    user_to_move,
)

_PICTURE = """
table => {
  const copy = table.cloneNode(true);
  for (const input of copy.querySelectorAll("input")) input.remove();
  for (const part of copy.querySelectorAll("[class]"))  // their order says nothing
    part.setAttribute("class", [...part.classList].sort().join(" "));
  const box = table.querySelector(".board__plane").getBoundingClientRect();
  return copy.outerHTML + JSON.stringify(box) + document.title + location.pathname;
}
"""

_NEW_SEATS = """
async address => {
  const html = await (await fetch(address)).text();
  const seats = new DOMParser().parseFromString(html, "text/html").querySelector(".seats");
  document.querySelector(".seats").replaceWith(seats);
}
"""


@pytest.fixture
def over(site) -> Game:
    """A finished game of three."""
    return play_to_the_end(make_game(*(make_user() for _ in range(3))))


def picture(page: Page) -> str:
    """Return all there is to see, to compare it later."""
    return page.locator("#table").evaluate(_PICTURE)


def step(page: Page, name: str) -> None:
    page.locator(f".replay [data-step={name}]").click()


def ply_of(game: Game, number: int):
    """Return the ply that people call by this number."""
    return game.plies.get(number=number - 1)


def tiles_before(game: Game, number: int) -> int:
    """Return how many tiles lay on the table after this move."""
    moves = game.plies.filter(number__lt=number).values_list("move", flat=True)
    return sum(len(move.split()) - 1 for move in moves if move.startswith("play"))


def missed_moves(game: Game, count: int) -> list[str]:
    return list(game.plies.order_by("-number").values_list("move", flat=True)[:count])


def expect_move(page: Page, game: Game, number: int) -> None:
    """Wait until the page shows the game as it was after this move."""
    ply, count = ply_of(game, number), game.plies.count()
    expect(page.locator("#replay-note")).to_contain_text(f"Move {number} of {count}")
    seat = page.locator(f".seat[data-seat='{ply.seat}']")
    expect(seat.locator(".seat__points")).to_have_text(str(ply.total))
    expect(seat).to_contain_class("is-turn")
    expect(page.locator(".moves li.is-now")).to_have_attribute("data-ply", str(number))
    laid = tiles_before(game, number)
    expect(page.locator(".cell[data-tile]:not(.is-later)")).to_have_count(laid)
    expect(page.locator(".tracker [data-count=unseen]")).to_have_text(str(108 - laid))
    expect(page.locator(".scrub__bars i.is-past")).to_have_count(number - 1)
    expect(page).to_have_title(f"Replay · {number}/{count} · Qwirkle Club")
    assert page.url.endswith(f"{game.get_absolute_url()}moves/{number}/")


def test_steps_walk_through_the_game_and_the_last_one_puts_everything_back(open_page, over):
    page = open_page(over.players.first().user)
    page.goto(over.get_absolute_url())
    expect(page.locator("[data-replay=share]")).to_be_visible()
    before = picture(page)
    step(page, "first")
    expect_move(page, over, 1)
    step(page, "next")
    step(page, "next")
    expect_move(page, over, 3)
    step(page, "prev")
    expect_move(page, over, 2)
    step(page, "last")
    expect(page.locator("#replay-note")).to_have_count(0)
    assert picture(page) == before


def test_the_board_stays_where_it_is(open_page, over):
    page = open_page(over.players.first().user)
    page.goto(over.get_absolute_url())
    plane = page.locator(".board__plane")
    before = plane.bounding_box()
    step(page, "first")
    expect_move(page, over, 1)
    assert plane.bounding_box() == before


def test_the_keys_walk_and_the_address_opens_the_same_position(open_page, over):
    page = open_page()
    page.goto(f"{over.get_absolute_url()}moves/9/")
    expect_move(page, over, 9)
    page.keyboard.press(",")
    expect_move(page, over, 8)
    page.keyboard.press("Home")
    expect_move(page, over, 1)
    page.keyboard.press(".")
    expect_move(page, over, 2)
    page.reload()
    expect_move(page, over, 2)


def test_one_button_walks_through_what_happened_since_my_last_turn(open_page, site):
    ada, bo, cy = (make_user() for _ in range(3))
    game = make_begun_game(ada, bo, cy, first=ada)
    play(game, one_trade(game))
    while user_to_move(play(game).game) != ada.pk:
        pass
    page = open_page(ada)
    page.goto(game.get_absolute_url())
    # Until the script has come the button is a link to the marks.
    go = page.locator("[data-since-go]")
    expect(go).to_have_attribute("aria-expanded", "false")
    count = page.locator(".since__legend li").count()
    placed = sum(len(m.split()) - 1 for m in missed_moves(game, count) if m.startswith("play"))
    for step in range(1, count + 1):
        go.click()
        expect(page.locator("#news")).to_contain_text(f"{step} of {count}")
        expect(page.locator(".since__legend li:not(.is-later)")).to_have_count(step)
    expect(page.locator(".cell[data-since]")).to_have_count(placed)
    expect(page.locator(".cell.is-later[data-tile]")).to_have_count(0)


def test_a_row_of_the_log_a_bar_and_the_slider_lead_to_their_move(open_page, over):
    page = open_page()
    page.goto(over.get_absolute_url())
    page.locator(".moves li[data-ply='5'] b").click()
    expect_move(page, over, 5)
    # The slider's own room reaches over the feet of the bars: the highest one, at its top.
    # After the last move the table is as it is, so that one is no replay.
    between = over.plies.filter(number__gt=0, number__lt=over.plies.count() - 1)
    highest = max(between, key=lambda ply: ply.points).number
    page.locator(".scrub__bars i").nth(highest).click(position={"x": 2, "y": 2})
    expect_move(page, over, highest + 1)
    page.locator(".scrub input").press("ArrowLeft")
    expect_move(page, over, highest)


def test_others_may_ask_for_a_step_by_an_event(open_page, over):
    page = open_page()
    page.goto(over.get_absolute_url())
    expect(page.locator("[data-replay=share]")).to_be_visible()
    page.locator("[data-module=replay]").evaluate(
        "game => game.dispatchEvent(new CustomEvent('replay-step', {detail: 'prev'}))"
    )
    expect_move(page, over, over.plies.count() - 1)


def test_a_move_is_said_aloud_with_its_tiles(open_page, over):
    page = open_page()
    page.goto(over.get_absolute_url())
    step(page, "first")
    name = over.players.get(seat=ply_of(over, 1).seat).user.username
    expect(page.locator("#news")).to_contain_text(f"Move 1 of {over.plies.count()}. {name} +")


def test_what_is_shared_leads_to_the_move(open_page, over):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{over.get_absolute_url()}moves/6/")
    expect_move(page, over, 6)
    page.get_by_role("button", name="Copy link to this move").click()
    expect(page.locator("[data-replay=share]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_somebody_who_watches_keeps_the_move_when_the_game_goes_on(open_page, site):
    game = make_game()
    for _ in range(6):
        game = play(game).game
    page = open_page()
    page.goto(f"{game.get_absolute_url()}moves/4/")
    expect_move(page, game, 4)
    mover = SiteClient(site.url, game.players.get(seat=game.to_move).user)
    mover.post(f"{game.get_absolute_url()}moves/", version=6, key="k", move=greedy_move(game))
    expect(page.locator("#table")).to_have_attribute("data-version", "7")
    expect_move(page, game, 4)
    step(page, "last")
    expect(page.locator("#replay-note")).to_have_count(0)
    expect(page.locator(".cell.is-later")).to_have_count(0)


def test_the_move_stays_when_somebody_comes_or_goes_meanwhile(open_page, over):
    page = open_page()
    page.goto(f"{over.get_absolute_url()}moves/4/")
    expect_move(page, over, 4)
    page.evaluate(_NEW_SEATS, over.get_absolute_url())
    expect_move(page, over, 4)


def test_on_a_phone_a_row_of_the_sheet_shows_its_move_on_the_board(open_page, over):
    page = open_page(viewport=PHONE)
    page.goto(over.get_absolute_url())
    page.get_by_role("button", name="See the board").click()
    page.get_by_role("button", name="Moves").click()
    page.locator(".moves li[data-ply] b").nth(2).click()
    expect(page.locator("#sheet-moves")).to_be_hidden()
    expect_move(page, over, over.plies.count() - 2)


def test_a_rematch_with_people_is_an_invitation(open_page, over):
    page = open_page(over.players.first().user)
    page.goto(over.get_absolute_url())
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("You asked for a rematch.")).to_be_visible()
    assert over.rematches.count() == 1


def test_a_rematch_against_a_bot_is_a_new_game(open_page, site):
    user = make_user()
    game = play_to_the_end(make_game(user, bots=("greedy",)))
    page = open_page(user)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "running")
    assert Game.objects.filter(players__user=user).count() == 2
