"""The chat of a game over HTTP: pages, fragments, forms with and without script."""

import pytest
from django.urls import reverse

from games.models import ChatLine, ChatMute, ChatRead, Note, Report, Room
from games.services.play import resign
from tests.chatting import say_line
from tests.factories import NOW, make_game, make_user
from tests.views.test_bad_input import NASTY

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


@pytest.fixture
def game():
    return make_game(make_user(username="Ada"), make_user(username="Bo"))


@pytest.fixture
def ada(client, game):
    """The client, signed in as Ada."""
    client.user = game.players.get(user__username="Ada").user
    client.force_login(client.user)
    return client


@pytest.fixture
def bo(game):
    return game.players.get(user__username="Bo").user


def address(name, game, *more):
    return reverse(name, args=[game.public_id, *more])


def end(game):
    resign(public_id=game.public_id, user_id=game.players.first().user_id, key="end", now=NOW)
    game.refresh_from_db()


def test_a_script_says_a_line_and_hears_those_it_has_not(ada, game, bo):
    say_line(game, bo, "one")
    say_line(game, bo, "two")
    fields = {"text": "three <b>", "key": "k", "after": "1"}
    answer = ada.post(address("chat_say", game), fields, headers=JSON).json()
    assert answer["ok"]
    assert "one" not in answer["html"]
    assert "two" in answer["html"]
    assert "three &lt;b&gt;" in answer["html"]


def test_a_plain_form_says_a_line_and_leads_to_the_chat(ada, game):
    answer = ada.post(address("chat_say", game), {"text": "hello", "key": "k"}, follow=True)
    assert answer.redirect_chain[0][0].endswith("/chat/?room=table#chat-end")
    assert "hello" in answer.content.decode()


def test_a_refused_plain_form_says_why_and_keeps_the_text(ada, game):
    answer = ada.post(address("chat_say", game), {"text": "a\x07b", "key": "k"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "cannot be shown" in page
    assert 'value="a\x07b"' in page


def test_too_many_lines_are_429(ada, game):
    for number in range(10):
        ada.post(address("chat_say", game), {"text": "hello", "key": f"k{number}"})
    answer = ada.post(address("chat_say", game), {"text": "hello", "key": "k"}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")


def test_the_fragment_holds_only_newer_lines(ada, game, bo):
    for text in ("one", "two"):
        say_line(game, bo, text)
    html = ada.get(address("chat_lines", game), {"after": "1"}).content.decode()
    assert 'data-last="2"' in html
    assert "two" in html
    assert "one" not in html


def test_a_fragment_changes_nothing(ada, game, bo):
    say_line(game, bo)
    ada.get(address("chat_lines", game))
    ada.get(game.get_absolute_url())
    ada.get(address("game_chat", game))
    assert not ChatRead.objects.exists()
    ada.post(address("chat_read", game), {"number": "1"}, headers=JSON)
    assert ChatRead.objects.get().number == 1


def test_the_page_of_a_game_shows_the_lines_at_once(ada, game, bo):
    say_line(game, bo, "see https://example.org")
    page = ada.get(game.get_absolute_url()).content.decode()
    assert 'rel="nofollow noopener ugc" target="_blank">https://example.org</a>' in page


def test_the_fragment_of_the_table_keeps_a_place_for_chat_and_note(ada, game, bo):
    say_line(game, bo, "canary")
    table = ada.get(address("game_table", game)).content.decode()
    assert 'data-stay="sheet-chat"' in table
    assert 'data-stay="sheet-note"' in table
    assert "canary" not in table


def test_a_visitor_sees_no_chat_and_is_asked_to_sign_in(client, game, bo):
    say_line(game, bo, "canary")
    assert "canary" not in client.get(game.get_absolute_url()).content.decode()
    assert client.get(address("chat_lines", game)).status_code == 403
    for name in ("game_chat", "game_note"):
        assert client.get(address(name, game)).url.startswith(reverse("account_login"))
    for name in ("chat_say", "chat_mute", "chat_read"):
        assert client.post(address(name, game), {"text": "x", "key": "k"}).status_code == 302
    assert ChatLine.objects.count() == 1


def test_muting_a_game_and_a_person_by_form_and_back(ada, game, bo):
    say_line(game, bo, "noise")
    mute = address("chat_mute", game)
    assert "noise" not in ada.post(mute, {"on": "1"}, follow=True).content.decode()
    assert "noise" in ada.post(mute, {"on": "0"}, follow=True).content.decode()
    page = ada.post(mute, {"person": "Bo", "on": "1"}, follow=True).content.decode()
    assert "noise" not in page
    assert "Bo is muted." in page
    answer = ada.post(mute, {"person": "Bo", "on": "0"}, headers=JSON).json()
    assert "noise" in answer["html"]
    assert not ChatMute.objects.exists()


def test_a_line_is_reported_by_form_and_by_script(ada, game, bo):
    say_line(game, bo, "rude words")
    line = address("chat_line", game, "table", 1)
    assert "rude words" in ada.get(line).content.decode()
    assert ada.post(line, {}).status_code == 400
    assert "A moderator" in ada.post(line, {"category": "rude"}).content.decode()
    assert ada.post(line, {"category": "spam"}, headers=JSON).json() == {"ok": True}
    assert Report.objects.count() == 2


def test_there_is_nothing_to_judge_about_lines_that_one_wrote_or_cannot_read(ada, game):
    say_line(game, ada.user)
    say_line(game, make_user())
    for room, number in (("table", 1), ("table", 9), ("stands", 1), ("attic", 1)):
        assert ada.get(address("chat_line", game, room, number)).status_code == 404
        assert ada.post(address("chat_line", game, room, number)).status_code == 404


def test_after_the_end_players_choose_between_the_rooms(ada, game):
    say_line(game, make_user(), "from the stands")
    assert ada.get(address("game_chat", game), {"room": "stands"}).status_code == 404
    end(game)
    page = ada.get(address("game_chat", game), {"room": "stands"}).content.decode()
    assert "from the stands" in page
    assert "?room=table" in page
    assert "from the stands" not in ada.get(address("game_chat", game)).content.decode()


def test_a_chat_a_week_after_the_end_can_be_read_and_has_no_form(ada, game, bo):
    say_line(game, bo, "good game")
    end(game)  # in the past: the services are given the time of the tests
    type(game).objects.update(finished_at="2020-01-01T00:00Z")
    page = ada.get(address("game_chat", game)).content.decode()
    assert "good game" in page
    assert "This chat is closed" in page
    assert 'id="chat-text"' not in page
    answer = ada.post(address("chat_say", game), {"text": "more", "key": "k"}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "chat_closed")


def test_earlier_lines_are_a_link_away(ada, game, bo):
    ChatLine.objects.bulk_create(
        ChatLine(game=game, room=Room.TABLE, number=n, author=bo, text=f"[{n}]", created_at=NOW)
        for n in range(1, 121)
    )
    page = ada.get(address("game_chat", game)).content.decode()
    assert "?room=table&amp;before=21" in page
    earlier = ada.get(address("game_chat", game), {"before": "21"}).content.decode()
    assert "[20]" in earlier
    assert "[21]" not in earlier


def test_the_chat_takes_as_many_queries_for_fifty_lines_as_for_one(
    ada, game, bo, django_assert_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    say_line(game, bo)
    with CaptureQueriesContext(connection) as one:
        ada.get(address("chat_lines", game))
    for _ in range(5):
        for number in range(9):
            user = make_user()
            ChatLine.objects.create(
                game=game,
                room=Room.TABLE,
                number=ChatLine.objects.count() + 1,
                author=user,
                text=str(number),
                created_at=NOW,
            )
    with django_assert_num_queries(len(one)):
        ada.get(address("chat_lines", game))


def test_a_note_on_a_game_is_kept_by_form_and_by_script(ada, game):
    note = address("game_note", game)
    assert ada.post(note, {"text": "by form"}).url == game.get_absolute_url()
    assert "by form" in ada.get(game.get_absolute_url()).content.decode()
    assert ada.post(note, {"text": "by script"}, headers=JSON).json() == {"ok": True}
    assert "by script" in ada.get(note).content.decode()
    assert Note.objects.get().text == "by script"


def test_a_note_that_is_too_long_is_refused_and_not_lost(ada, game):
    text = "x" * 2001
    answer = ada.post(address("game_note", game), {"text": text})
    assert answer.status_code == 400
    assert text in answer.content.decode()
    answer = ada.post(address("game_note", game), {"text": text}, headers=JSON)
    assert answer.json()["code"] == "text_too_long"


def test_a_note_on_a_player_stands_on_his_page_and_none_on_the_own_page(ada, bo):
    note = reverse("player_note", args=["bo"])
    assert ada.post(note, {"text": "plays fast"}).url == reverse("profile", args=["Bo"])
    assert "plays fast" in ada.get(reverse("profile", args=["Bo"])).content.decode()
    assert ada.get(reverse("player_note", args=["Ada"])).status_code == 404
    assert ada.get(reverse("player_note", args=["nobody-here"])).status_code == 404
    own = ada.get(reverse("profile", args=["Ada"])).content.decode()
    assert "Private note" not in own


FORMS = {
    "chat_say": {"text": "hello", "key": "k", "room": "table", "after": "0"},
    "chat_mute": {"room": "table", "person": "", "on": "1"},
    "chat_read": {"room": "table", "number": "1"},
    "game_note": {"text": "hello"},
}
"""What each form sends when nothing is wrong."""


@pytest.mark.parametrize("text", NASTY)
def test_no_form_of_the_chat_is_upset_by_nonsense(ada, game, bo, text):
    say_line(game, bo)
    for name, good in FORMS.items():
        for field in good:
            answer = ada.post(address(name, game), good | {field: text}, headers=JSON)
            assert answer.status_code < 500, (name, field)
    line = address("chat_line", game, "table", 1)
    for field in ("category", "text", "block"):
        assert ada.post(line, {"category": "rude", field: text}).status_code < 500, field
    for name, span in (("chat_lines", "after"), ("game_chat", "before")):
        for field in ("room", span):
            assert ada.get(address(name, game), {field: text}).status_code < 500, (name, field)
    assert ada.get("/games/x/chat/table/" + "9" * 30 + "/").status_code == 404


def test_a_number_beyond_any_column_is_no_line(ada, game):
    assert ada.get(address("chat_line", game, "table", 10**30)).status_code == 404


def test_a_form_without_its_csrf_token_is_403(game):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(game.players.first().user)
    for name in ("chat_say", "chat_mute", "chat_read", "game_note"):
        assert strict.post(address(name, game)).status_code == 403
