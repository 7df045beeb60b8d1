"""Taking a game along, checking its chance, and looking at a record from outside."""

import json

import pytest
from playwright.sync_api import expect

from games.models import Ply
from games.rules.records.form import record_json
from games.selectors.record import record_of
from games.services.play import resign
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_every_page import assert_good
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, play, user_to_move


def finished(plies: int = 8, **variant):
    """Return a finished game of two with a few moves."""
    game = make_game(make_user(), make_user(), **variant)
    for _ in range(plies):
        game = play(game, greedy_move(game, with_powers=True)).game
    resign(public_id=game.public_id, user_id=user_to_move(game), key="leave", now=NOW)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("key", ["qwirkle", "qwirkle+action_tokens+boards"])
def test_the_browser_computes_every_draw_again(open_page, key):
    game = finished(ruleset_key=key)
    page = open_page()
    page.goto(f"{game.get_absolute_url()}fairness/")
    page.get_by_role("button", name="Check every draw").click()
    answer = page.get_by_role("status")
    draws = sum(bool(move.drew) for move in record_of(game, None).moves)
    expect(answer).to_contain_text(f"all {draws} draws are what the seed says")
    expect(page.locator("[data-found=good]")).to_be_visible()
    if "boards" in key:
        expect(answer).to_contain_text("those that the seed draws")
    assert_good(page)


def test_a_changed_draw_is_found_and_named(open_page):
    """The log that the server stores is changed after the game, as a cheat would."""
    game = finished()
    ply = Ply.objects.get(game=game, number=3)
    drew = list(ply.secret.drew)
    drew[0] = "RC" if drew[0] != "RC" else "RD"
    ply.secret.drew = drew
    ply.secret.save()
    page = open_page()
    page.goto(f"{game.get_absolute_url()}fairness/")
    page.get_by_role("button", name="Check every draw").click()
    answer = page.get_by_role("status")
    expect(answer).to_contain_text("Move 4 is the first whose draw is not what the seed says")
    expect(answer).to_contain_text(f"By the record: {' '.join(drew)}.")
    assert_good(page)


def test_a_lost_connection_is_no_verdict(open_page, tolerated):
    tolerated.append("Failed to load resource")
    game = finished()
    page = open_page()
    page.route("**/record.json", lambda route: route.abort())
    page.goto(f"{game.get_absolute_url()}fairness/")
    page.get_by_role("button", name="Check every draw").click()
    expect(page.get_by_role("status")).to_contain_text("could not be read")
    expect(page.locator("[data-found=good], [data-found=bad]")).to_have_count(0)


def test_an_exported_file_is_looked_at_move_by_move(open_page, tmp_path):
    game = finished(ruleset_key="qwirkle+action_tokens+boards")
    record = record_json(record_of(game, None))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    page = open_page()
    page.goto("/records/")
    page.get_by_label("Or a file").set_input_files(file)
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_role("heading", name="The end of the record")).to_be_visible()
    assert_good(page)
    page.get_by_role("button", name="Show the board after move 2").click()
    expect(page.get_by_role("heading", name="After move 2")).to_be_visible()
    expect(page.locator("li[aria-current=step]")).to_contain_text(
        record["seats"][record["moves"][1]["seat"]]
    )


def test_a_record_that_breaks_a_rule_is_refused_in_a_sentence(open_page, tolerated):
    tolerated.append("status of 422")
    record = record_json(record_of(finished(), None))
    record["moves"][1]["score"] = 99
    page = open_page()
    page.goto("/records/")
    page.get_by_label("Record", exact=True).fill(json.dumps(record))
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_text("Move 2 (")).to_contain_text("not 99")
    expect(page.get_by_label("Record", exact=True)).to_have_value(json.dumps(record))
    assert_good(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("is_over", [True, False])
def test_the_files_are_in_reach_on_the_page_of_a_game(open_page, size, is_over):
    game = finished() if is_over else play(make_game(make_user(), make_user())).game
    user = game.players.first().user
    page = open_page(user)
    page.set_viewport_size(size)
    page.goto(game.get_absolute_url())
    if size == PHONE and not is_over:  # the result lies open by itself
        page.get_by_role("button", name="Bag").click()
    page.locator(".share summary:visible").first.click()
    link = page.locator(".share a:visible", has_text="Record (JSON)").first
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == f"qwirkle-{game.public_id}.json"
    record = json.loads(download.value.path().read_text())
    assert ("bag" in record) == is_over
