"""A copy of one's data, asked for and taken along in a real browser while the worker writes it."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.factories import make_game, make_user
from tests.table import play


def test_a_copy_is_asked_for_and_saved_without_a_reload(open_page):
    user = make_user(username="Ada")
    play(make_game(user, make_user(username="Bo")))
    page = open_page(user)
    page.goto("/settings/")
    page.get_by_role("link", name="Your data").click()
    page.get_by_role("button", name="Make a copy").click()
    expect(page.get_by_role("link", name="Save the file")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("status").filter(has_text="Your copy is ready.")).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the file").click()
    found = json.loads(Path(saved.value.path()).read_text())
    assert found["account"][0]["username"] == "Ada"
    assert len(found["games"]) == 1
