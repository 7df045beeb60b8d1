"""A person plays a whole game against a bot, with and without script."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from qwirkle_site.embedded import wait_until
from tests.browser.table_page import TablePage, choose_all_bots
from tests.factories import PASSWORD, make_user
from tests.table import greedy_move, state_of, user_to_move

pytestmark = pytest.mark.usefixtures("beat")

MOVES_MAX = 120
BOT_WAIT_S = 30.0


def assert_played_to_the_end(page: Page, game: Game) -> None:
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    numbers = list(game.plies.values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    assert game.version >= len(numbers)
    result = page.locator("#sheet-result")
    expect(result).to_be_visible()
    for player in game.players.select_related("user"):
        row = result.locator("li").filter(has_text=player.user.username)
        expect(row.locator("strong")).to_have_text(str(player.score))
    hands = [len(hand) for hand in state_of(game).hands]
    expect(result.locator(".result__left .tile")).to_have_count(sum(hands))
    expect(page.locator("#rack")).to_have_count(0)


def test_a_person_signs_up_and_plays_a_whole_game_against_bots_by_mouse(open_page):
    page = open_page()
    page.goto("/")
    page.get_by_role("link", name="Create account").first.click()
    page.get_by_label("User name").fill("lin")
    page.get_by_label("Email").fill("lin@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("link", name="Lobby").click()
    choose_all_bots(page).click()
    expect(page.locator("#table")).to_be_visible()

    game = Game.objects.get(players__user=User.objects.get(username="lin"))
    table = TablePage(page, game)
    for _ in range(MOVES_MAX):
        table.expect_my_turn_or_the_end()
        table.expect_what_the_server_knows()
        if table.is_over:
            break
        table.play()
    assert_played_to_the_end(page, game)


def fill_in(page: Page, move: str) -> None:
    """Fill one move, in the notation, into the plain form and send it."""
    kind, *words = move.split()
    form = page.locator(".plain__form")
    if kind == "play":
        for row, word in enumerate(words):
            tile, cell = word.split("@")
            x, y = cell.split(",")
            form.locator(f"[name=tile-{row}]").select_option(tile)
            form.locator(f"[name=x-{row}]").fill(x)
            form.locator(f"[name=y-{row}]").fill(y)
    if kind == "trade":
        hand = form.locator("[name=tile-0] option").evaluate_all(
            "options => options.slice(1).map(option => option.value)"
        )
        for word in words:
            slot = hand.index(word)
            hand[slot] = ""
            form.locator(f"[name=trade][value='{slot}']").check()
    form.locator(f"[name=kind][value={kind}]").click()


def test_a_person_without_script_plays_a_whole_game_against_bots(open_page):
    user = make_user()
    page = open_page(user, java_script_enabled=False)
    page.goto("/lobby/")
    choose_all_bots(page).click()
    game = Game.objects.get(players__user=user)
    table = TablePage(page, game)

    def is_up_to_me() -> bool:
        game.refresh_from_db()
        return not game.is_running or user_to_move(game) == user.pk

    for _ in range(MOVES_MAX):
        assert wait_until(is_up_to_me, BOT_WAIT_S)
        page.reload()
        table.expect_what_the_server_knows()
        if table.is_over:
            break
        move = greedy_move(game)
        before = state_of(game).scores
        fill_in(page, move)
        ply = game.plies.get(number=game.version)
        assert ply.move.split()[0] == move.split()[0]
        assert ply.total == before[ply.seat] + ply.points
        if ply.points:
            expect(table.log_row(ply.number + 1).locator(".moves__pts")).to_have_text(
                f"+{ply.points}"
            )
    assert_played_to_the_end(page, game)
