"""Two people in a ladder's queue, one on a phone: the task pairs them and both find the game."""

import re

from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from games.models import Block
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
    Block.objects.create(user=cy, person=ada, created_at=NOW)
    desk, phone = open_page(ada), open_page(bo, viewport=PHONE)
    join_queue(desk)
    row = desk.locator(".ladder tr", has_text="Cy")
    shut = row.get_by_role("button", name="Challenge")
    expect(row.get_by_role("tooltip")).to_be_hidden()
    shut.focus()
    expect(shut).to_have_attribute("aria-disabled", "true")
    expect(row.get_by_role("tooltip")).to_have_text("Cy does not take challenges.")
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
