"""Chat: who says what where, how often, and what others may do about it (reliability F5, F6)."""

from datetime import timedelta

import pytest

from games.core.errors import DomainError
from games.models import ChatLine, ChatMute, ChatRead, Game, Room
from games.selectors.chat import LINES_MAX, OPEN_AFTER_END, chat_view
from games.services.chat import mute_game, mute_person, note_read
from games.services.play import resign
from tests.chatting import say_line
from tests.factories import NOW, make_game, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return make_user(username="Ada")


@pytest.fixture
def bo():
    return make_user(username="Bo")


@pytest.fixture
def game(ada, bo):
    return make_game(ada, bo)


@pytest.fixture
def fan():
    return make_user(username="Fan")


def end(game: Game) -> Game:
    resign(public_id=game.public_id, user_id=game.players.first().user_id, key="end", now=NOW)
    game.refresh_from_db()
    return game


def code_of(run) -> str:
    with pytest.raises(DomainError) as caught:
        run()
    assert caught.value.sentence.endswith(".")
    return caught.value.code


def texts(game, user, room=Room.TABLE, **span) -> list[str]:
    return [line["text"] for line in chat_view(game, user.pk, room, NOW, **span)["lines"]]


def test_lines_of_a_room_are_numbered_without_gaps_and_read_in_order(game, ada, bo):
    say_line(game, ada, "one")
    say_line(game, bo, "two")
    say_line(game, ada, "three")
    assert [line.number for line in ChatLine.objects.all()] == [1, 2, 3]
    assert texts(game, bo) == ["one", "two", "three"]
    assert texts(game, bo, after=1) == ["two", "three"]
    assert texts(game, bo, before=3) == ["one", "two"]


def test_each_room_has_numbers_of_its_own(game, ada, fan):
    say_line(game, ada)
    assert say_line(game, fan).number == 1


def test_the_same_key_says_a_line_once(game, ada):
    first = say_line(game, ada, "once", key="k")
    assert say_line(game, ada, "once", key="k") == first
    assert ChatLine.objects.count() == 1


def test_a_key_that_said_something_else_is_refused(game, ada):
    say_line(game, ada, "once", key="k")
    assert code_of(lambda: say_line(game, ada, "twice", key="k")) == "key_reused"


def test_two_people_may_use_the_same_key(game, ada, bo):
    say_line(game, ada, key="k")
    say_line(game, bo, key="k")
    assert ChatLine.objects.count() == 2


@pytest.mark.parametrize("key", ["", "a b", "x" * 65, "\x00", "é"])
def test_a_key_that_is_none_is_refused(game, ada, key):
    assert code_of(lambda: say_line(game, ada, key=key)) == "bad_request"


@pytest.mark.parametrize(
    ("text", "code"),
    [(" ", "empty_text"), ("a\x00b", "bad_character"), ("x" * 501, "text_too_long")],
)
def test_what_is_no_plain_text_is_refused(game, ada, text, code):
    assert code_of(lambda: say_line(game, ada, text)) == code
    assert not ChatLine.objects.exists()


def test_five_hundred_characters_are_one_line(game, ada):
    assert say_line(game, ada, "é" * 500).text == "é" * 500


def test_while_a_game_runs_players_and_spectators_talk_apart(game, ada, fan):
    assert code_of(lambda: say_line(game, ada, room=Room.STANDS)) == "not_your_room"
    assert code_of(lambda: say_line(game, fan, room=Room.TABLE)) == "not_your_room"


def test_a_player_who_left_a_running_game_stays_a_player():
    users = [make_user() for _ in range(3)]
    game = make_game(*users)
    left = game.players.get(seat=game.to_move).user
    resign(public_id=game.public_id, user_id=left.pk, key="end", now=NOW)
    game.refresh_from_db()
    assert game.is_running
    assert code_of(lambda: say_line(game, left, room=Room.STANDS)) == "not_your_room"
    say_line(game, left, room=Room.TABLE)


def test_after_the_end_players_may_join_the_spectators_and_not_the_other_way(game, ada, fan):
    end(game)
    say_line(game, ada, room=Room.STANDS)
    assert code_of(lambda: say_line(game, fan, room=Room.TABLE)) == "not_your_room"


def test_a_chat_closes_a_week_after_the_end(game, ada):
    end(game)
    say_line(game, ada, now=NOW + OPEN_AFTER_END - timedelta(seconds=1))
    assert code_of(lambda: say_line(game, ada, now=NOW + OPEN_AFTER_END)) == "chat_closed"
    assert not chat_view(game, ada.pk, Room.TABLE, NOW + OPEN_AFTER_END)["is_open"]


def test_a_game_that_does_not_exist_has_no_chat(game, ada):
    assert code_of(lambda: say_line(game, ada, public_id="nowhere")) == "no_such_game"


def test_ten_lines_a_minute_are_allowed_and_the_eleventh_is_not(game, ada, bo):
    for _ in range(10):
        say_line(game, ada)
    assert code_of(lambda: say_line(game, ada)) == "too_fast"
    say_line(game, bo)
    say_line(game, ada, now=NOW + timedelta(minutes=1))


def test_the_limit_counts_all_rooms_of_an_author(game, ada):
    for _ in range(10):
        say_line(game, ada)
    assert code_of(lambda: say_line(make_game(ada, make_user()), ada)) == "too_fast"


def test_sixty_lines_an_hour_are_allowed(game, ada):
    for number in range(60):
        say_line(game, ada, now=NOW + timedelta(seconds=10 * number))
    late = NOW + timedelta(minutes=30)
    assert code_of(lambda: say_line(game, ada, now=late)) == "too_fast"
    say_line(game, ada, now=NOW + timedelta(minutes=60))


def test_a_line_sent_again_is_not_too_fast(game, ada):
    for number in range(10):
        say_line(game, ada, key=f"k{number}")
    assert say_line(game, ada, key="k9").number == 10


def test_an_answer_holds_the_newest_lines_and_says_that_there_are_earlier_ones(game, ada):
    ChatLine.objects.bulk_create(
        ChatLine(game=game, room=Room.TABLE, number=n, author=ada, text=str(n), created_at=NOW)
        for n in range(1, LINES_MAX + 6)
    )
    view = chat_view(game, ada.pk, Room.TABLE, NOW)
    assert len(view["lines"]) == LINES_MAX
    assert view["earlier"] == 6
    assert texts(game, ada, before=6) == ["1", "2", "3", "4", "5"]


def test_a_muted_chat_is_empty_and_counts_nothing_until_it_is_unmuted(game, ada, bo):
    say_line(game, bo)
    mute_game(game=game, user=ada, is_muted=True)
    mute_game(game=game, user=ada, is_muted=True)
    view = chat_view(game, ada.pk, Room.TABLE, NOW)
    assert (view["is_muted"], view["lines"], view["unread"]) == (True, [], 0)
    assert len(texts(game, bo)) == 1
    mute_game(game=game, user=ada, is_muted=False)
    assert chat_view(game, ada.pk, Room.TABLE, NOW)["unread"] == 1


def test_a_muted_person_is_not_heard_in_any_game_by_who_muted_him(game, ada, bo):
    third = make_user()
    other = make_game(ada, bo, third)
    for one in (game, other):
        say_line(one, bo, "hello")
    say_line(other, third, "hi")
    mute_person(name="bo", user=ada, is_muted=True)
    assert texts(game, ada) == []
    assert texts(other, ada) == ["hi"]
    assert chat_view(other, ada.pk, Room.TABLE, NOW)["muted"] == ["Bo"]
    assert chat_view(other, ada.pk, Room.TABLE, NOW)["last"] == 2
    assert texts(other, third) == ["hello", "hi"]
    mute_person(name="Bo", user=ada, is_muted=False)
    assert texts(game, ada) == ["hello"]


def test_nobody_mutes_himself_or_nobody(ada):
    assert code_of(lambda: mute_person(name="Ada", user=ada, is_muted=True)) == "bad_request"
    assert code_of(lambda: mute_person(name="no\x00", user=ada, is_muted=True)) == "no_such_player"
    assert not ChatMute.objects.exists()


def test_lines_of_others_are_unread_until_they_are_seen(game, ada, bo):
    for _ in range(3):
        say_line(game, bo)
    say_line(game, ada)
    assert chat_view(game, ada.pk, Room.TABLE, NOW)["unread"] == 3
    note_read(game=game, user=ada, room=Room.TABLE, number=2)
    assert chat_view(game, ada.pk, Room.TABLE, NOW)["unread"] == 1
    note_read(game=game, user=ada, room=Room.TABLE, number=1)
    assert ChatRead.objects.get().number == 2


def test_nobody_has_seen_lines_that_are_not_there(game, ada, bo):
    note_read(game=game, user=ada, room=Room.TABLE, number=9)
    assert not ChatRead.objects.exists()
    say_line(game, bo)
    note_read(game=game, user=ada, room=Room.TABLE, number=10**8)
    assert ChatRead.objects.get().number == 1


def test_a_hidden_line_keeps_its_place_and_loses_its_text(game, ada, bo):
    say_line(game, bo, "rude")
    ChatLine.objects.update(is_hidden=True)
    assert texts(game, ada) == [""]
