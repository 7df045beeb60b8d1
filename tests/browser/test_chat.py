"""The chat on the page of a game: two windows, keys, a phone, no script, no answer."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import ChatLine, Note, Report
from games.services.play import resign
from tests.browser.conftest import PHONE
from tests.browser.table_page import TablePage
from tests.chatting import say_line
from tests.client import SiteClient
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, make_open_game, user_to_move

LIVE_MS = 5_000


@pytest.fixture
def ada(site):
    return make_user(username="Ada")


@pytest.fixture
def bo(site):
    return make_user(username="Bo")


@pytest.fixture
def game(ada, bo):
    return make_game(ada, bo)


def open_table(open_page, user, game, **options) -> Page:
    page = TablePage(open_page(user, **options), game).open().page
    expect(page.locator(".table-host.is-live .chat.is-live")).to_have_count(1)
    return page


def line(page: Page, text: str):
    return page.locator(".chat__line").filter(has_text=text)


def say_over_http(site, user, game, text: str, room: str = "table") -> None:
    path = reverse("chat_say", args=[game.public_id])
    answer = SiteClient(site.url, user).post(path, text=text, key=f"k{hash(text)}"[:9], room=room)
    assert answer.status == 200, answer.text


def write(page: Page, text: str) -> None:
    page.get_by_label("Message", exact=True).fill(text)
    page.keyboard.press("Enter")


def test_a_line_said_in_one_window_arrives_in_the_other(open_page, game, ada, bo):
    mine, theirs = open_table(open_page, ada, game), open_table(open_page, bo, game)
    write(mine, "hello <b>you</b> https://example.org/x.")
    for page in (mine, theirs):
        expect(line(page, "hello <b>you</b>")).to_be_visible(timeout=LIVE_MS)
        link = page.get_by_role("link", name="https://example.org/x", exact=True)
        expect(link).to_have_attribute("rel", "nofollow noopener ugc")
    expect(mine.get_by_label("Message", exact=True)).to_have_value("")
    write(theirs, "hi")
    expect(line(mine, "hi")).to_be_visible(timeout=LIVE_MS)
    assert ChatLine.objects.count() == 2


def test_spectators_talk_among_themselves(site, open_page, game, ada):
    fan = make_user(username="Fan")
    player, watching = open_table(open_page, ada, game), open_table(open_page, fan, game)
    write(watching, "what a game")
    expect(line(watching, "what a game")).to_be_visible()
    write(player, "my move")
    expect(line(player, "my move")).to_be_visible()
    expect(line(player, "what a game")).to_have_count(0)
    expect(line(watching, "my move")).to_have_count(0)


def test_a_move_that_comes_while_one_writes_takes_nothing_away(site, open_page, game, ada, bo):
    for number in range(30):
        ChatLine.objects.create(
            game=game, room="table", number=number + 1, author=bo, text="line", created_at=NOW
        )
    page = open_table(open_page, ada, game)
    field = page.get_by_label("Message", exact=True)
    field.press_sequentially("half a")
    page.evaluate("document.querySelector('.chat__list').scrollTop = 20")
    mover = {one.pk: one for one in (ada, bo)}[user_to_move(game)]
    sent = {"version": 0, "key": "key", "move": greedy_move(game)}
    path = reverse("game_move", args=[game.public_id])
    assert SiteClient(site.url, mover).post(path, **sent).status == 200
    TablePage(page, game).expect_version(1, within_ms=LIVE_MS)
    page.keyboard.type(" line")
    expect(field).to_have_value("half a line")
    assert page.evaluate("document.querySelector('.chat__list').scrollTop") == 20


def test_a_muted_person_and_a_muted_chat_are_silent_until_unmuted(site, open_page, game, ada, bo):
    say_line(game, bo, "noise")
    page = open_table(open_page, ada, game)
    page.get_by_role("link", name="Mute or report Bo").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("noise")
    dialog.get_by_role("button", name="Mute Bo").click()
    expect(line(page, "noise")).to_have_count(0)
    expect(page.get_by_text("Bo is muted.")).to_be_visible()
    page.get_by_role("button", name="Unmute Bo").click()
    expect(line(page, "noise")).to_be_visible()
    page.locator(".chat__head").get_by_role("button", name="Mute").click()
    expect(page.get_by_text("You have muted this chat.")).to_be_visible()
    expect(page.get_by_label("Message", exact=True)).to_be_hidden()
    say_over_http(site, bo, game, "more noise")
    page.locator(".chat__head").get_by_role("button", name="Unmute").click()
    expect(line(page, "more noise")).to_be_visible()


def test_a_line_is_reported_from_its_menu(open_page, game, ada, bo):
    say_line(game, bo, "rude words")
    page = open_table(open_page, ada, game)
    page.get_by_role("link", name="Mute or report Bo").click()
    page.get_by_label("Rude or threatening").check()
    page.get_by_role("button", name="Send report").click()
    expect(page.locator(".chat__told")).to_have_text("Sent. A moderator reads every report.")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert Report.objects.get().suspect == bo


def test_c_leads_to_the_field_and_escape_back_to_the_board(open_page, ada, bo):
    game = make_open_game(ada, bo)
    mover = {one.pk: one for one in (ada, bo)}[user_to_move(game)]
    page = open_table(open_page, mover, game)
    page.keyboard.press("c")
    field = page.get_by_label("Message", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type("scbt 12")  # all of them keys of the table
    expect(field).to_have_value("scbt 12")
    page.keyboard.press("Enter")
    expect(line(page, "scbt 12")).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".board__plane [tabindex='0']")).to_be_focused()


def test_a_line_without_answer_stays_in_the_field_and_is_said_once(open_page, game, ada, tolerated):
    tolerated.append("ERR_FAILED")
    page = open_table(open_page, ada, game, is_new=True)
    # The line arrives and its answer is lost.
    page.route("**/chat/say/", lambda route: (route.fetch(), route.abort("failed")))
    field = page.get_by_label("Message", exact=True)
    write(page, "once")
    expect(page.locator("#chat-error")).to_have_text("No answer yet. Your line is kept here.")
    expect(field).to_have_value("once")
    page.unroute("**/chat/say/")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(line(page, "once")).to_have_count(1)
    assert ChatLine.objects.count() == 1


def test_a_refused_line_says_why_and_stays_in_the_field(open_page, game, ada, tolerated):
    tolerated.append("status of 429")
    for _ in range(10):
        say_line(game, ada, now=timezone.now())
    page = open_table(open_page, ada, game)
    write(page, "one more")
    expect(page.locator("#chat-error")).to_contain_text("Too fast.")
    expect(page.get_by_label("Message", exact=True)).to_have_value("one more")


def test_without_live_updates_a_line_is_found_by_looking(site, open_page, game, ada, bo):
    page = open_page(ada, is_new=True)
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    TablePage(page, game).open()
    expect(page.locator("#banner")).to_contain_text("Live updates are off")
    say_over_http(site, bo, game, "found")
    expect(line(page, "found")).to_be_visible()


def test_on_a_phone_the_button_counts_new_lines_until_the_sheet_shows_them(
    site, open_page, game, ada, bo
):
    say_line(game, bo, "first")
    page = open_table(open_page, ada, game, viewport=PHONE, has_touch=True)
    button = page.locator("#chat-open")
    expect(button).to_have_accessible_name("Chat, 1 new line")
    say_over_http(site, bo, game, "second")
    expect(button).to_have_accessible_name("Chat, 2 new lines", timeout=LIVE_MS)
    button.tap()
    expect(line(page, "second")).to_be_in_viewport()
    expect(button).to_have_accessible_name("Chat")
    write(page, "third")
    expect(line(page, "third")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-chat")).to_be_hidden()
    page.reload()
    expect(button).to_have_accessible_name("Chat")


def test_after_the_end_players_read_the_stands_and_hear_new_lines(site, open_page, game, ada):
    fan = make_user(username="Fan")
    say_line(game, fan, "he had it")
    resign(public_id=game.public_id, user_id=ada.pk, key="end", now=NOW)
    type(game).objects.update(finished_at=timezone.now())
    page = open_table(open_page, ada, game)
    expect(line(page, "he had it")).to_have_count(0)
    page.get_by_role("link", name="Spectators").click()
    expect(line(page, "he had it")).to_be_visible()
    say_over_http(site, fan, game, "still here", room="stands")
    expect(line(page, "still here")).to_be_visible(timeout=LIVE_MS)
    write(page, "thanks")
    expect(line(page, "thanks")).to_be_visible()
    assert ChatLine.objects.filter(room="stands").count() == 3


def test_without_script_everything_is_a_form(open_page, game, ada, bo):
    say_line(game, bo, "hello")
    page = open_page(ada, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    write(page, "hi there")
    expect(line(page, "hi there")).to_be_visible()
    page.get_by_role("link", name="Mute or report Bo").click()
    page.get_by_label("Spam or advertising").check()
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_role("status")).to_have_text("Sent. A moderator reads every report.")
    page.get_by_role("link", name="Back to the chat").click()
    page.get_by_label("Private note").fill("answers at night")
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_label("Private note", exact=True).locator("textarea")).to_have_value(
        "answers at night"
    )


def test_a_note_is_saved_where_it_stands_and_survives_a_move(site, open_page, game, ada, bo):
    page = open_table(open_page, ada, game)
    page.locator(".note summary").click()
    field = page.locator("#note-text")
    field.fill("answers at night")
    mover = {one.pk: one for one in (ada, bo)}[user_to_move(game)]
    sent = {"version": 0, "key": "key", "move": greedy_move(game)}
    SiteClient(site.url, mover).post(reverse("game_move", args=[game.public_id]), **sent)
    TablePage(page, game).expect_version(1, within_ms=LIVE_MS)
    expect(field).to_have_value("answers at night")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator(".note__form output")).to_have_text("Saved.")
    assert Note.objects.get().text == "answers at night"
    page.goto("/players/Bo/")
    page.locator(".note summary").click()
    page.locator("#note-text").fill("kind")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator(".note__form output")).to_have_text("Saved.")
    page.reload()
    expect(page.locator("#note-text")).to_have_value("kind")
