from tests.browser.conftest import PHONE
from tests.factories import make_game, make_user
from tests.table import play, play_to_the_end, make_begun_game, user_to_move
import pytest
def look(page, name):
    page.wait_for_timeout(500)
    page.screenshot(path=f"/tmp/look/since-{name}.png")
@pytest.mark.parametrize("kind", ["1440-light","390-dark"])
def test_look(open_page, site, kind):
    opts = {"viewport": PHONE, "color_scheme": "dark"} if "390" in kind else {}
    ada, bo, cy = make_user(username="linnet_"+kind[:2]), make_user(username="Tessa_K"+kind[:2]), make_user(username="botanik"+kind[:2])
    g = make_begun_game(ada, bo, cy)
    for _ in range(9): g = play(g).game
    while user_to_move(g) != ada.pk: g = play(g).game
    page = open_page(ada, **opts)
    page.goto(g.get_absolute_url()); look(page, kind+"-0")
    go = page.locator("[data-since-go]")
    go.click(); look(page, kind+"-1")
    go.click(); look(page, kind+"-2")
    page.goto(g.get_absolute_url()+"?since=1"); look(page, kind+"-static")
    page.goto(g.get_absolute_url()+"moves/6/"); look(page, kind+"-move")
    print(page.url, page.title())
    page.keyboard.press("."); print(page.url)
    page.keyboard.press("End"); print(page.url, page.title()); look(page, kind+"-end")
    page.goto(g.get_absolute_url()+"moves/99/")if False else None
    over = play_to_the_end(make_game(ada, bo, cy))
    page.goto(over.get_absolute_url()+"moves/14/"); look(page, kind+"-over")
    make_begun_game(ada, bo); make_begun_game(ada, bo, cy); make_begun_game(bo, ada, first=bo)
    page.goto("/"); look(page, kind+"-home")
    page.goto("/?sort=opponent&turn=mine"); page.screenshot(path=f"/tmp/look/since-{kind}-filter.png", full_page=True)
    page.goto("/games/finished/"); look(page, kind+"-finished")
