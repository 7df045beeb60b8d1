from pathlib import Path
from django.urls import reverse
from tests.factories import make_game, make_user, make_challenge
from axe_playwright_python.sync_playwright import Axe
from tests.browser.test_every_page import *
LOOK = Path("/tmp/look_b")

def test_look(site, open_page):
    me = make_user(username="Ada")
    make_user(username="Meany")
    make_challenge(is_private=True)
    game = make_game(me, make_user(username="Zed"), is_private=True)
    page = open_page(me, viewport={"width": 390, "height": 844})
    page.goto(reverse("profile", args=["Meany"]))
    page.wait_for_load_state("networkidle")
    page.get_by_label("More", exact=True).click()
    page.screenshot(path=LOOK / "p2.png")
    page.goto("/lobby/")
    page.screenshot(path=LOOK / "l2.png")
    page.goto(game.get_absolute_url())
    page.wait_for_load_state("networkidle")
    page.locator("button[popovertarget=sheet-bag]").first.click()
    page.screenshot(path=LOOK / "g2.png")
