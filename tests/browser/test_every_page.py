"""Every page, wide and narrow, light and dark: only minor faults for axe, nothing cut off."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.places import NOT_PAGES, PLACES, named_urls
from tests.browser.table_page import TablePage
from tests.factories import make_game, make_user
from tests.table import play, user_to_move

NARROW = {"width": 320, "height": 640}
AXE = Axe()
OPTIONS = {"resultTypes": ["violations"]}


def faults_of(page: Page) -> list[str]:
    """Return what axe finds moderate, serious or critical, one line a node."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    found = page.evaluate("options => axe.run(options)", OPTIONS)["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['any'][0]['message'] if node['any'] else ''}"
        for fault in found
        if fault["impact"] != "minor"
        for node in fault["nodes"]
    ]


def assert_accessible(page: Page) -> None:
    """Run axe on the wide page in light and on a phone in dark."""
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    assert faults_of(page) == []
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    assert faults_of(page) == []
    page.set_viewport_size(DESKTOP)


def assert_nothing_is_cut_off(page: Page) -> None:
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)
        wide = page.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= size["width"], f"{wide} px wide on a screen of {size['width']}"
    page.set_viewport_size(DESKTOP)


def assert_good(page: Page) -> None:
    assert_accessible(page)
    assert_nothing_is_cut_off(page)


def test_every_named_url_is_a_page_looked_at_here_or_known_not_to_be_one():
    looked_at = {place.url_name for place in PLACES.values()} - {""}
    assert looked_at | NOT_PAGES == named_urls()
    assert not looked_at & NOT_PAGES


@pytest.mark.parametrize("name", PLACES)
def test_a_page_is_accessible_and_fits_every_screen(open_page, tolerated, name):
    place = PLACES[name]
    visit = place.prepare()
    page = open_page(visit.user)
    if place.status != 200:
        tolerated.append(f"status of {place.status}")
    answer = page.goto(visit.path, wait_until="load")
    assert answer.status == place.status
    assert page.url.endswith(visit.arrives_at or visit.path)
    assert_good(page)


def test_a_page_with_tiles_laid_is_accessible_and_fits_every_screen(open_page):
    user, other = make_user(), make_user()
    game = make_game(user, other)
    mover = next(one for one in (user, other) if one.pk == user_to_move(game))
    table = TablePage(open_page(mover), game).open()
    table.lay_tile()
    table.page.locator("#rack button:visible").first.click()
    assert_good(table.page)
    table.page.get_by_role("button", name="Undo").click()
    table.page.get_by_role("button", name="Abort").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    assert_accessible(table.page)


def test_the_dialog_of_every_power_is_accessible(open_page):
    user, other = make_user(), make_user()
    game = make_game(user, other, ruleset_key="qwirkle+action_tokens", tokens_from="start")
    mover = next(one for one in (user, other) if one.pk == user_to_move(game))
    play(game)
    play(game)
    page = TablePage(open_page(mover), game).open().page
    for power in ("ask", "draw3", "again", "trade"):
        page.locator(f'.powers [data-power="{power}"]').click()
        expect(page.locator(f"#power-{power}")).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")
    page.locator('.powers [data-power="take"]').click()
    expect(page.locator(".board.is-taking")).to_be_visible()
    assert_good(page)


@pytest.mark.parametrize("variant", ["tokens", "cards", "connect"])
def test_the_details_of_a_new_game_are_accessible_and_fit_every_screen(open_page, variant):
    page = open_page(make_user())
    page.goto("/lobby/#new")
    form = page.locator(".new-game")
    form.locator(f'[name="variant"][value="{variant}"]').check()
    form.get_by_text("Details").click()
    expect(form.get_by_role("group", name="Sides of the boards")).to_be_visible(
        visible=variant == "connect"
    )
    if variant != "connect":
        form.get_by_label("On the four boards, too").check()
        expect(form.get_by_role("group", name="Sides of the boards")).to_be_visible()
    assert_good(page)


def test_a_refused_plain_form_is_accessible_and_fits_every_screen(open_page, tolerated):
    tolerated.append("status of 400")
    game = make_game()
    user = game.players.get(seat=game.to_move).user
    page = open_page(user, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Play these tiles").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert_nothing_is_cut_off(page)


def test_a_refused_sign_up_is_accessible_and_fits_every_screen(open_page):
    page = open_page()
    page.goto("/accounts/signup/")
    page.get_by_label("User name").fill("x")
    page.get_by_role("button", name="Create account").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
    assert_good(page)


def test_a_form_from_a_stale_page_is_told_so_accessibly(open_page, tolerated):
    tolerated.append("status of 403")
    page = open_page(make_user())
    page.goto("/settings/")
    page.context.clear_cookies(name="csrftoken")
    page.goto("/accounts/logout/")
    page.locator("main [name=csrfmiddlewaretoken]").evaluate("field => field.value = 'stale'")
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_good(page)
