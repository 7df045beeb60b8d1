"""The bell counts live, and leads to what it counts."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.client import SiteClient
from tests.factories import make_game, make_user
from tests.table import greedy_move

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("place", ["a table", "the rules"])
def test_the_bell_counts_a_turn_of_another_game_on_any_page(site, open_page, place):
    me, other = make_user(), make_user()
    path = reverse("rules")
    if place == "a table":
        path = make_game(me, make_user(), now=timezone.now()).get_absolute_url()
    game = make_game(me, other, now=timezone.now())
    page = open_page(me)
    page.goto(path)
    bell = page.locator("#bell")
    if game.players.get(seat=game.to_move).user == me:
        expect(bell).to_have_accessible_name("Notices, 1 new")
        SiteClient(site.url, me).post(
            f"{game.get_absolute_url()}moves/", version=0, key="mine", move=greedy_move(game)
        )
        game.refresh_from_db()
    expect(bell).to_have_accessible_name("Notices, 0 new")
    SiteClient(site.url, other).post(
        f"{game.get_absolute_url()}moves/",
        version=game.version,
        key="theirs",
        move=greedy_move(game),
    )
    expect(bell).to_have_accessible_name("Notices, 1 new")
    bell.click()
    page.get_by_role("link", name=f"Your turn against {other.username}").first.click()
    expect(page).to_have_url(site.url + game.get_absolute_url())
    expect(page.locator("#bell")).to_have_accessible_name("Notices, 0 new")
