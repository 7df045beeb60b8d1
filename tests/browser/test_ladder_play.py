"""Two people in a ladder's queue, one on a phone: the task pairs them and both find the game."""

import re
from datetime import timedelta

from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from games.models import Vacation
from tests.browser.conftest import PHONE
from tests.factories import NOW, make_user
from tests.ladders import stand

LADDER = "/ladder/qwirkle-duel/"


def ranked(name: str, points: int):
    user = make_user(username=name)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    stand(points, user=user)
    return user


def join_queue(page) -> None:
    page.goto(LADDER)
    page.locator("summary", has_text="Play ladder").click()
    page.get_by_role("button", name="Join the queue").click()
    expect(page.locator("#play-state")).to_contain_text("You have been waiting to be paired since")


def test_two_who_queue_are_paired_by_the_task_and_a_shut_challenge_says_why(site, open_page):
    ada, bo = ranked("Ada", 1600), ranked("Bo", 1580)
    cy = ranked("Cy", 1590)
    Vacation.objects.create(user=cy, started_at=NOW, ends_at=NOW + timedelta(days=9999))
    desk, phone = open_page(ada), open_page(bo, viewport=PHONE)
    desk.goto("/players/Bo/")
    expect(desk.get_by_role("link", name="Ladder challenge 2 players")).to_be_visible()
    join_queue(desk)
    desk.locator("summary", has_text="Challenge somebody near you").click()
    shut = desk.get_by_role("button", name="Challenge Cy")
    expect(shut).to_have_attribute("aria-disabled", "true")
    expect(shut).to_have_accessible_description("Cy is on vacation.")
    expect(desk.get_by_role("link", name="Challenge Bo")).to_be_visible()
    join_queue(phone)
    with site.app.connection_for_write() as connection:
        site.app.send_task("games.pair_ladder", connection=connection)
    for page, other in ((desk, "Bo"), (phone, "Ada")):
        game = page.locator("#play-state .grow-row", has_text=other)
        expect(game).to_be_visible()
        game.click()
        expect(page).to_have_url(re.compile("/games/"))
    expect(desk.locator(".facts")).to_contain_text(
        "Ladder games cannot be aborted after the first move"
    )
