"""Two windows in the lobby: an offer comes, is taken and goes, without a reload."""

import re

from playwright.sync_api import expect

from tests.factories import make_challenge, make_user

LIVE_MS = 5_000
"""How soon the other window must show it; far below its own timer of 10 s."""


def test_an_offer_appears_live_is_joined_and_its_host_sees_it_go(site, open_page):
    ada, bo = make_user(username="Ada"), make_user(username="Bo")
    older = make_challenge()
    hosting, looking = open_page(ada), open_page(bo)
    with looking.expect_websocket():
        looking.goto("/lobby/")
    link = looking.get_by_role("link", name=older.host.username)
    link.focus()
    hosting.goto("/lobby/")
    hosting.get_by_label("Only the players can see this game").check()
    hosting.get_by_role("button", name="Open game").click()
    mine = hosting.locator("#seeks tr.is-me")
    expect(mine).to_contain_text("open for 7 more days")
    offer = looking.locator("#seeks tr", has_text="Ada")
    expect(offer).to_contain_text("private", timeout=LIVE_MS)
    expect(link).to_be_focused()
    offer.get_by_role("button", name="Join").click()
    expect(looking).to_have_url(re.compile("/games/"))
    expect(looking.locator("[data-renew=facts]")).to_contain_text("private")
    expect(mine).to_have_count(0, timeout=LIVE_MS)
