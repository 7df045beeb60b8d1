"""The site as an app in Chromium: can be installed, says so without a network, shows pushes."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.services.letter_links import LetterLink, letter_url
from qwirkle_site.embedded import wait_until
from tests.factories import PASSWORD, make_game, make_user

READY = "navigator.serviceWorker.ready.then(() => true)"
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map((one) => [one.title, one.body, one.tag, one.data.url]);
}"""


@pytest.fixture
def page(open_page):
    page = open_page(make_user(), is_new=True, service_workers="allow")
    page.context.grant_permissions(["notifications"])
    page.goto("/")
    assert page.evaluate(READY)
    return page


def test_the_site_can_be_installed(page):
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["name"] == "Qwirkle Club"
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in found if error["errorId"] != "in-incognito"] == []


def test_without_a_network_a_page_says_so_and_comes_back_by_itself(page, tolerated):
    tolerated.append("ERR_INTERNET_DISCONNECTED")
    game = make_game(make_user(), make_user())
    page.reload()  # from now on the worker stands between page and site
    page.context.set_offline(True)
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.btn')).borderRadius") != "0px"
    page.context.set_offline(False)
    expect(page.locator("[data-module=table]")).to_be_visible()


def test_a_push_becomes_one_notification_for_its_game(page, site):
    session = page.context.new_cdp_session(page)
    registrations = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function(READY)
    assert wait_until(lambda: page.evaluate("1") and bool(registrations), 15)
    for body in ("Bo placed 2 tiles for 4.", "Bo placed 3 tiles for 9."):
        pushed = {"title": "Your turn", "body": body, "tag": "game.x", "url": "/games/x/"}
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": f"{site.url}/",
                "registrationId": registrations[-1]["registrationId"],
                "data": json.dumps(pushed),
            },
        )
        expected = ["Your turn", body, "game.x", f"{site.url}/games/x/"]
        assert wait_until(lambda wanted=expected: page.evaluate(SHOWN) == [wanted], 15)


def test_the_link_of_a_reminder_leads_through_the_sign_in_to_the_game(open_page):
    user = make_user(username="Ada")
    game = make_game(user, make_user())
    link = letter_url(LetterLink(user.pk, 0, game.get_absolute_url()))
    page = open_page()
    page.goto(urlsplit(link).path)
    page.get_by_role("link", name="Sign in as Ada").click()
    page.locator("[name=login]").fill("Ada")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("[data-module=table]")).to_be_visible()
    assert urlsplit(page.url).path == game.get_absolute_url()
