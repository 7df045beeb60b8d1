"""The curve of a rating and the row that stays in view, in a real browser."""

import re

from django.utils import timezone
from playwright.sync_api import expect

from games.models import Follow
from tests.ladders import make_ladder


def test_arrows_and_a_pointer_read_the_curve(open_page):
    rating = make_ladder(1, now=timezone.now())[0]
    page = open_page()
    page.goto(f"/players/{rating.user.username}/")
    curve = page.get_by_role("slider", name="Rating from")
    said = page.locator(".chart__said")
    expect(said).to_be_hidden()
    curve.focus()
    expect(said).to_have_text(re.compile(r"^\d+ \w+, 1810$"))
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r", 1510$"))
    box = curve.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 20)
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r", 1810$"))


def test_my_row_stays_in_view_at_both_ends_of_the_ladder(open_page):
    people = make_ladder(24, now=timezone.now())
    page = open_page(people[12].user, is_new=True, viewport={"width": 1000, "height": 500})
    page.goto("/ladder/qwirkle-duel/")
    row = page.locator(".is-me > td").first
    expect(row).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name=people[23].user.username, exact=True).scroll_into_view_if_needed()
    expect(row).to_be_in_viewport(ratio=1)


def test_the_ladder_and_a_profile_are_read_by_keyboard_alone(open_page):
    people = make_ladder(9, now=timezone.now())
    me, friend = people[4].user, people[7].user
    Follow.objects.create(user=me, person=friend, created_at=timezone.now())
    page = open_page(me)
    page.goto("/ladder/qwirkle-duel/")
    page.get_by_role("searchbox", name="Find a player").focus()
    followed = page.get_by_role("link", name="People I follow")
    for _ in range(12):
        page.keyboard.press("Tab")
        if followed.evaluate("link => link === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name=friend.username)).to_contain_text("8")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("link", name=friend.username, exact=True).focus()
    page.keyboard.press("Enter")
    curve = page.get_by_role("slider", name="Rating from")
    page.get_by_role("link", name="All", exact=True).focus()
    page.keyboard.press("Tab")
    expect(curve).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Rating, day by day")).to_be_visible()
