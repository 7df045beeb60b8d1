"""The six powers at the table, each used once in a real game, and what others see of it."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.models import Game, Ply
from games.rules.qwirkle.tiles import tile_text
from tests.browser.conftest import PHONE
from tests.browser.table_page import TablePage
from tests.client import SiteClient
from tests.factories import make_game, make_user
from tests.table import greedy_move, play, state_of, user_to_move

OPENING_PLIES = 6


@pytest.fixture
def people(site):
    return [make_user(username="Ada"), make_user(username="Bo")]


@pytest.fixture
def game(people):
    """A game with a full set of tokens for everybody, a few moves old."""
    game = make_game(*people, ruleset_key="qwirkle+action_tokens", tokens_from="start")
    for _ in range(OPENING_PLIES):
        play(game)
    game.refresh_from_db()
    return game


@pytest.fixture
def mover(game, people):
    return next(user for user in people if user.pk == user_to_move(game))


@pytest.fixture
def other(game, people):
    return next(user for user in people if user.pk != user_to_move(game))


@pytest.fixture
def table(open_page, game, mover):
    return ready(open_page(mover), game)


def ready(page: Page, game: Game) -> TablePage:
    table = TablePage(page, game).open()
    expect(page.locator(".table-host.is-live")).to_be_visible()
    return table


def token(table: TablePage, power: str) -> Locator:
    return table.page.locator(f'.powers [data-power="{power}"]')


def held_by_the_other(game: Game) -> str:
    """Return a tile that the seat not to move holds."""
    state = state_of(game)
    return tile_text(state.hands[1 - state.to_move][0])


def post_move(site, game: Game, user, move: str) -> None:
    game.refresh_from_db()
    fields = {"version": game.version, "key": f"posted-{game.version}", "move": move}
    path = reverse("game_move", args=[game.public_id])
    answer = SiteClient(site.url, user).post(path, **fields)
    assert answer.status == 200, answer
    game.refresh_from_db()


def finish_the_round(site, table: TablePage, mover, other) -> None:
    """Play on without powers until the mover's next turn, and wait until the page is there."""
    game = table.game
    game.refresh_from_db()
    while game.is_running and user_to_move(game) == mover.pk:
        post_move(site, game, mover, greedy_move(game))
    while game.is_running and user_to_move(game) == other.pk:
        post_move(site, game, other, greedy_move(game))
    table.expect_version(game.version)


def ask(table: TablePage) -> None:
    wanted = held_by_the_other(table.game)
    token(table, "ask").click()
    dialog = table.page.locator("#power-ask")
    send = dialog.locator(".ask__do")
    expect(send).to_be_disabled()
    dialog.locator(f'.ask__t:has([value="{wanted}"])').click()
    expect(send).to_contain_text("Ask for ")
    expect(send).to_contain_text("cannot be undone")
    send.click()


def confirm(power: str):
    def use(table: TablePage) -> None:
        token(table, power).click()
        table.page.locator(f"#power-{power} .ask__do").click()

    return use


def trade(table: TablePage) -> None:
    token(table, "trade").click()
    dialog = table.page.locator("#power-trade")
    for box in dialog.locator(".ask__t").all()[:2]:
        box.click()
    expect(dialog.locator(".ask__do")).to_contain_text("Trade 2")
    dialog.locator(".ask__do").click()


def take(table: TablePage) -> None:
    token(table, "take").click()
    expect(table.page.locator(".board.is-taking")).to_be_visible()
    table.page.locator(".cell.is-takeable").first.click()
    expect(table.page.locator("#play")).to_contain_text(re.compile("Take .+"))
    table.page.locator("#play").click()


def singles(table: TablePage) -> None:
    """Lay single tiles as long as the page asks for another."""
    token(table, "singles").click()
    expect(table.page.locator("#note")).to_have_text("Tile 1 of 3")
    while not table.can_play:
        laid = len(table.laid)
        assert table.lay_tile()
        told = f"Tile {laid + 2} of 3" if laid < 2 else "point"
        expect(table.page.locator("#sum")).to_contain_text(re.compile(f"{told}|point"))
    table.page.locator("#play").click()


USES = {
    "ask": ask,
    "draw3": confirm("draw3"),
    "trade": trade,
    "take": take,
    "again": confirm("again"),
    "singles": singles,
}


def test_each_of_the_six_powers_is_used_once_in_a_real_game(site, table, game, mover, other):
    for power, use in USES.items():
        game.refresh_from_db()
        number = game.version
        use(table)
        table.expect_version(number + 1)
        ply = Ply.objects.get(game=game, number=number)
        assert ply.move.split()[:2] == ["use", power]
        expect(table.log_row(number + 1)).to_be_visible()
        expect(token(table, power)).to_have_class(re.compile("is-used"))
        finish_the_round(site, table, mover, other)
    table.expect_what_the_server_knows()


def test_a_turn_goes_on_after_a_reload_and_a_second_power_is_refused_in_words(table):
    number = table.version
    confirm("again")(table)
    table.expect_version(number + 1)
    table.page.reload()
    expect(table.page.locator(".table-host.is-live")).to_be_visible()
    token(table, "draw3").click(force=True)
    expect(table.page.locator("#toast")).to_have_text("One power per turn.")
    table.play()
    expect(table.page.locator(".dock__second")).to_have_text("Second turn of two")
    token(table, "draw3").click(force=True)
    expect(table.page.locator("#toast")).to_have_text("No power in the second turn of two.")


def test_who_was_asked_reads_what_was_taken_and_others_hands_stay_hidden(
    open_page, table, game, other
):
    """Rules 2.2.20."""
    asked = ready(open_page(other), game)
    wanted = held_by_the_other(game)
    number = table.version
    ask(table)
    table.expect_version(number + 1)
    asked.expect_version(number + 1, within_ms=40_000)
    expect(asked.page.locator("#table-news")).to_contain_text("and took yours.")
    expect(asked.page.locator("#rack button")).to_have_count(6)
    row = asked.log_row(number + 1)
    expect(row.locator("[data-c]")).to_have_count(1)
    assert row.get_attribute("data-tiles") == wanted


def test_a_power_is_put_away_by_escape_and_by_its_token(table):
    token(table, "take").click()
    expect(table.page.locator(".board.is-taking")).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".board.is-taking")).to_have_count(0)
    token(table, "singles").click()
    expect(token(table, "singles")).to_have_attribute("aria-pressed", "true")
    token(table, "singles").click()
    expect(token(table, "singles")).to_have_attribute("aria-pressed", "false")


def test_the_dock_holds_powers_and_nine_tiles_on_a_phone(open_page, game, mover):
    page = open_page(mover)
    page.set_viewport_size(PHONE)
    table = ready(page, game)
    number = table.version
    confirm("draw3")(table)
    table.expect_version(number + 1)
    tiles = page.locator("#rack button")
    expect(tiles).to_have_count(9)
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["width"] >= 44
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
